import type { FastifyBaseLogger } from "fastify";
import { StoreUnavailableError } from "../errors.ts";
import type { StagedQueue } from "../store/analytics-store.ts";
import type { NewEvent, WriteOutcome } from "../store/events/new-event.ts";
import type { RawBatch } from "../store/raw-batch.ts";
import { packStaged, type StagedBatch } from "../store/staged-format.ts";

export interface BacklogOptions {
	readonly staged: StagedQueue;
	/** Told what became of events that had been staged. */
	readonly folded: (outcome: WriteOutcome) => void;
	/** Called between two turns. */
	readonly tidyUp: (moment: { readonly isIdle: boolean }) => void;
	/** Events that may wait; beyond them senders are asked to come back later. */
	readonly maxEvents: number;
	readonly log: Pick<FastifyBaseLogger, "error">;
}

/** In characters: as much is written in one go, some ten milliseconds. */
const MAX_COMMIT_LENGTH = 4_000_000;
/** A large body is here by then, or its sender is slow. */
const REST_MS = 50;
/** A disk that was full a second ago may have room again. */
const RETRY_MS = 1_000;

/**
 * Folds what has been staged, a batch a turn, so that others are served in between. While a
 * large request is being read it waits: the sender of that one is waiting too, and nobody
 * waits for this.
 */
export class Backlog {
	readonly #options: BacklogOptions;
	#readers = 0;
	#hasTurn = false;
	#hasRested = false;
	#restsUntil = 0;
	#retry: NodeJS.Timeout | undefined;

	constructor(options: BacklogOptions) {
		this.#options = options;
		// What the last process had acknowledged and had no time for.
		this.#schedule();
	}

	get events(): number {
		return this.#options.staged.waiting();
	}

	/**
	 * For the events of a group that arrived behind a large batch: they stay behind it.
	 *
	 * @throws {StoreUnavailableError} When the disk refuses.
	 */
	stage(events: readonly NewEvent[]): void {
		this.#options.staged.add([packStaged(events)]);
		// However many come, it does not grow: each group that is added folds one.
		this.#fold();
	}

	/** Begins a large request, whose parts are staged together. Must be ended. */
	begin(): StagedRequest {
		this.#readers += 1;
		return new StagedRequest(this.#options, () => {
			this.#readers -= 1;
			this.#schedule();
		});
	}

	/** A large body begins to arrive, and should not wait for a turn. Once between two turns: nobody can put them off for ever. */
	rest(): void {
		if (this.#hasRested) return;
		this.#hasRested = true;
		this.#restsUntil = performance.now() + REST_MS;
	}

	/** Folds everything, now. */
	drain(): void {
		while (this.events > 0 && this.#fold());
	}

	#schedule(): void {
		if (this.events === 0 || this.#hasTurn || this.#retry !== undefined) return;
		this.#hasTurn = true;
		setImmediate(() => this.#takeTurn());
	}

	#takeTurn(): void {
		this.#hasTurn = false;
		const isFull = this.events > this.#options.maxEvents / 2;
		if (this.#readers > 0 && !isFull) return;
		const rest = this.#restsUntil - performance.now();
		if (rest > 0 && !isFull) {
			setTimeout(() => this.#schedule(), rest).unref();
			return;
		}
		this.#hasRested = false;
		if (this.#fold()) this.#schedule();
		else this.#retry ??= setTimeout(() => this.#tryAgain(), RETRY_MS).unref();
		this.#options.tidyUp({ isIdle: this.events === 0 });
	}

	/** @returns Whether the disk took it. */
	#fold(): boolean {
		try {
			const outcome = this.#options.staged.fold();
			if (outcome !== undefined) this.#options.folded(outcome);
			return true;
		} catch (error) {
			this.#options.log.error({ err: error }, "Staged events could not be written yet");
			return false;
		}
	}

	#tryAgain(): void {
		this.#retry = undefined;
		this.#schedule();
	}
}

/** The events of one large request on their way to the disk. */
export class StagedRequest {
	readonly #options: Pick<BacklogOptions, "staged" | "maxEvents">;
	readonly #onEnd: () => void;
	#gathered: (StagedBatch | RawBatch)[] = [];
	#length = 0;

	constructor(options: Pick<BacklogOptions, "staged" | "maxEvents">, onEnd: () => void) {
		this.#options = options;
		this.#onEnd = onEnd;
	}

	/** @throws {StoreUnavailableError} When too many events wait already, or the disk refuses. */
	add(batch: StagedBatch | RawBatch): void {
		this.#gathered.push(batch);
		this.#length += "json" in batch ? batch.json.length : batch.events.length;
		if (this.#length > MAX_COMMIT_LENGTH) this.commit();
	}

	/** After it returns, all that was added is durable. @throws As `add()`. */
	commit(): void {
		const count = this.#gathered.reduce((sum, batch) => sum + batch.count, 0);
		if (count === 0) return;
		const { staged, maxEvents } = this.#options;
		if (staged.waiting() + count > maxEvents) {
			throw new StoreUnavailableError("Too many events wait to be written");
		}
		staged.add(this.#gathered);
		this.#gathered = [];
		this.#length = 0;
	}

	end(): void {
		this.#onEnd();
	}
}
