/** Of the four threads in which Node waits for disks: the others are for pages and assets. */
const SLOTS = 2;

/** A disk that takes longer for one step hangs, as far as a visitor can tell. */
const WAIT_MS = 5_000;

/** A file of the site folder that is there cannot be sent now. */
export class FileUnavailableError extends Error {
	override readonly name: string = "FileUnavailableError";
	readonly statusCode = 503;
}

export interface FileSlotsOptions {
	readonly waitMs?: number;
	/** Is given what comes of a step that nothing waits for any more. */
	readonly discard?: (value: unknown) => void;
}

/**
 * Has few steps wait for the site folder at a time: it may lie on a network mount that hangs, and
 * what waits for it there cannot be called back.
 */
export class FileSlots {
	readonly #waitMs: number;
	readonly #discard: (value: unknown) => void;
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

	/** @throws {FileUnavailableError} When it has waited for its turn, or for its end, for too long. */
	async run<Value>(step: () => Promise<Value>): Promise<Value> {
		await this.#turn(this.#waitMs);
		return this.#inTime(this.#start(step));
	}

	/** Runs a step that must come at some time, and that no visitor waits for. */
	async runLater(step: () => Promise<void>): Promise<void> {
		await this.#turn(undefined);
		await this.#start(step);
	}

	#start<Value>(step: () => Promise<Value>): Promise<Value> {
		return step().finally(() => {
			const next = this.#waiting.values().next().value;
			if (next === undefined) this.#running -= 1;
			else next();
		});
	}

	async #turn(waitMs: number | undefined): Promise<void> {
		if (this.#running < SLOTS) {
			this.#running += 1;
			return;
		}
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const start = (): void => {
			clearTimeout(timer);
			this.#waiting.delete(start);
			resolve();
		};
		const giveUp = (): void => {
			this.#waiting.delete(start);
			reject(tooLate());
		};
		const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
		this.#waiting.add(start);
		await promise;
	}

	#inTime<Value>(running: Promise<Value>): Promise<Value> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				reject(tooLate());
				running.then(this.#discard, () => undefined);
			}, this.#waitMs);
			running.then(resolve, reject).finally(() => clearTimeout(timer));
		});
	}
}

function tooLate(): FileUnavailableError {
	return new FileUnavailableError("The site folder must answer in time");
}
