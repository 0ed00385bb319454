import { StoreUnavailableError } from "../errors.ts";
import type { NewEvent, WriteOutcome } from "../store/new-event.ts";

export interface WriteBufferOptions {
	/** Writes durably. If it throws, nothing was written. */
	readonly write: (events: readonly NewEvent[]) => WriteOutcome;
	/** Called after each group, when its responses have been sent. */
	readonly afterFlush: (moment: { readonly isIdle: boolean }) => void;
	/** Maximum time between the first event of a group and its write. */
	readonly maxAgeMs: number;
	/** A group with this number of events is written at once. */
	readonly maxGroupEvents: number;
	/** Maximum number of waiting events. Further requests are rejected and must retry later. */
	readonly maxWaitingEvents: number;
}

/** The events of one request, and the promise that its handler awaits. */
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
	 * @returns The outcome, once the events are on disk.
	 * @throws {StoreUnavailableError} When too many events wait, or the disk cannot be written.
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

	/** Writes the waiting events at once. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const group = this.#waiting;
		if (group.length === 0) return;
		this.#waiting = [];
		this.#waitingEvents = 0;
		this.#writeGroup(group);
		// Responses are sent before an immediate runs.
		setImmediate(() => this.#options.afterFlush({ isIdle: this.#waitingEvents === 0 }));
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
			// Only the sum is known. The first request gets it, since only metrics use it.
			for (const [index, { resolve }] of group.entries()) {
				resolve(index === 0 ? outcome : { stored: 0, repeated: 0 });
			}
		} catch (error) {
			this.#recover(group, error);
		}
	}

	/** Writes each request separately, so that an invalid one does not fail the others of its group. */
	#recover(group: readonly Waiting[], error: unknown): void {
		if (group.length > 1 && !(error instanceof StoreUnavailableError)) {
			for (const waiting of group) this.#writeGroup([waiting]);
			return;
		}
		for (const { reject } of group) reject(error);
	}
}
