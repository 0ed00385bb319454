/** Of the four threads in which Node waits for disks: the others are for pages and assets. */
const SLOTS = 2;

/** A disk that takes longer for one step hangs, as far as a visitor can tell. */
const WAIT_MS = 5_000;

/** A file of the site folder exists, but cannot be sent now. */
export class FileUnavailableError extends Error {
	override readonly name: string = "FileUnavailableError";
	readonly statusCode = 503;
}

export interface FileSlotsOptions {
	readonly waitMs?: number;
	/** Receives the result of a step whose caller waits no longer. */
	readonly discard?: (value: unknown) => void;
}

/**
 * Limits how many steps wait for the site folder at a time: a network mount can hang, and a step
 * that waits for it cannot be canceled.
 */
export class FileSlots {
	readonly #waitMs: number;
	readonly #discard: (value: unknown) => void;
	/** Each starts a step. */
	readonly #waiting = new Set<() => void>();
	#running = 0;

	constructor({ waitMs = WAIT_MS, discard = () => undefined }: FileSlotsOptions = {}) {
		this.#waitMs = waitMs;
		this.#discard = discard;
	}

	/** How many steps have not ended. */
	get running(): number {
		return this.#running;
	}

	/** @throws {FileUnavailableError} When the step has not ended in time. */
	async run<Value>(step: () => Promise<Value>): Promise<Value> {
		const [turn, late] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			this.#waiting.delete(turn.resolve);
			late.reject(new FileUnavailableError("The site folder must answer in time"));
		}, this.#waitMs);
		const running = this.#inTurn(turn, async () => {
			const value = await step();
			if (isLate) this.#discard(value);
			return value;
		});
		return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
	}

	/** Runs a step, however late; no visitor waits for it. */
	async runLater(step: () => Promise<void>): Promise<void> {
		await this.#inTurn(Promise.withResolvers(), step);
	}

	async #inTurn<Value>(
		turn: PromiseWithResolvers<void>,
		step: () => Promise<Value>,
	): Promise<Value> {
		if (this.#running < SLOTS) this.#running += 1;
		else {
			this.#waiting.add(turn.resolve);
			await turn.promise;
		}
		try {
			return await step();
		} finally {
			const [next] = this.#waiting;
			if (next === undefined) this.#running -= 1;
			else {
				this.#waiting.delete(next);
				next();
			}
		}
	}
}
