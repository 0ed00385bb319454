import { Readable } from "node:stream";

/** Some hundred events. A client that is further behind is not watching. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * The live stream of one client, as server-sent events.
 *
 * A slow client misses events and receives their number: the alternative is memory that
 * grows with every event.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class LiveReader extends Readable {
	#skipped = 0;

	/** Nothing to do: what there is to read is pushed when it happens. */
	override _read(): void {}

	/** @param events JSON texts. */
	offer(events: readonly string[], skipped: number): void {
		this.#skipped += skipped;
		for (const event of events) this.#offerOne(event);
	}

	/** @param event What kind of message it is; plain ones are stored events. */
	offerAs(event: string, data: string): void {
		if (this.readableLength > MAX_WAITING_BYTES) return;
		this.push(`event: ${event}\ndata: ${data}\n\n`);
	}

	/** Keeps the connection from looking idle. */
	beat(): void {
		if (this.readableLength === 0) this.push(": still here\n\n");
	}

	/** Ends the stream. */
	end(): void {
		this.push(null);
	}

	#offerOne(event: string): void {
		if (this.readableLength > MAX_WAITING_BYTES) {
			this.#skipped += 1;
			return;
		}
		if (this.#skipped > 0) this.push(`event: skipped\ndata: ${this.#skipped}\n\n`);
		this.#skipped = 0;
		this.push(`data: ${event}\n\n`);
	}
}
