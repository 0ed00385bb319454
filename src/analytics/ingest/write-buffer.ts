import { StoreUnavailableError } from "../errors.ts";
import type { NewEvent, WriteOutcome } from "../store/new-event.ts";

export interface WriteBufferOptions {
	/** Writes durably, or throws and has written nothing. */
	readonly write: (events: readonly NewEvent[]) => WriteOutcome;
	/** Called when a group has been written and its senders have been answered. */
	readonly tidyUp: (moment: { readonly isIdle: boolean }) => void;
	/** A group is written at the latest this long after its first event. */
	readonly maxAgeMs: number;
	/** A group of so many events is written at once. */
	readonly maxGroupEvents: number;
	/** Events that may wait; beyond them senders are asked to come back later. */
	readonly maxWaitingEvents: number;
}

/** The events of one request, and its handler, which waits for them to be on disk. */
interface Waiting {
	readonly events: readonly NewEvent[];
	readonly resolve: (outcome: WriteOutcome) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Group commit: requests that arrive within a few milliseconds share one durable
 * transaction, because syncing the disk costs the same for one event as for a thousand.
 */
export class WriteBuffer {
	readonly #options: WriteBufferOptions;
	#waiting: Waiting[] = [];
	#waitingEvents = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: WriteBufferOptions) {
		this.#options = options;
	}

	get waitingEvents(): number {
		return this.#waitingEvents;
	}

	/**
	 * @returns What was stored, once it is on disk.
	 * @throws {StoreUnavailableError} When too many events wait already, or the disk refuses.
	 */
	add(events: readonly NewEvent[]): Promise<WriteOutcome> {
		if (events.length === 0) return Promise.resolve({ stored: 0, repeated: 0 });
		if (this.#waitingEvents + events.length > this.#options.maxWaitingEvents) {
			return Promise.reject(new StoreUnavailableError("Too many events wait to be written"));
		}
		const { promise, resolve, reject } = Promise.withResolvers<WriteOutcome>();
		this.#waiting.push({ events, resolve, reject });
		this.#waitingEvents += events.length;
		this.#schedule();
		return promise;
	}

	/** Writes what waits, now. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const group = this.#waiting;
		if (group.length === 0) return;
		this.#waiting = [];
		this.#waitingEvents = 0;
		this.#writeGroup(group);
		// Answers go out before an immediate.
		setImmediate(() => this.#options.tidyUp({ isIdle: this.#waitingEvents === 0 }));
	}

	#schedule(): void {
		if (this.#waitingEvents >= this.#options.maxGroupEvents) {
			this.flush();
			return;
		}
		this.#timer ??= setTimeout(() => this.flush(), this.#options.maxAgeMs);
	}

	#writeGroup(group: readonly Waiting[]): void {
		try {
			const outcome = this.#options.write(group.flatMap(({ events }) => events));
			// Only the sum is known; no sender asks which part was theirs.
			for (const [index, { resolve }] of group.entries()) {
				resolve(index === 0 ? outcome : { stored: 0, repeated: 0 });
			}
		} catch (error) {
			this.#recover(group, error);
		}
	}

	/** A request that cannot be written must not take the others of its group with it. */
	#recover(group: readonly Waiting[], error: unknown): void {
		if (group.length > 1 && !(error instanceof StoreUnavailableError)) {
			for (const waiting of group) this.#writeGroup([waiting]);
			return;
		}
		for (const { reject } of group) reject(error);
	}
}
