import type { FastifyReply, FastifyRequest } from "fastify";
import { type Refused, refused } from "../query/api/refused.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

export interface PasswordCheckOptions {
	/** What the password opens, for the log: `the dashboard`. */
	readonly what: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

export type PasswordCheck = (
	request: FastifyRequest,
	reply: FastifyReply,
	verify: () => Promise<boolean>,
) => Promise<Refused | undefined>;

/** Each takes a fifth of a second and 32 MB, one after the other. */
const MAX_WAITING_CHECKS = 10;
/** Told to a client when too many checks wait already. */
const BUSY_WAIT_MS = 2_000;

/**
 * Checks one password after the other: guesses that were sent all at once have each to wait
 * for the outcome of those before.
 */
export function createPasswordCheck({ what, now }: PasswordCheckOptions): PasswordCheck {
	const limit = createSignInLimit(now);
	const turns = new Turns(MAX_WAITING_CHECKS);
	return async (request, reply, verify) => {
		const waitMs = await turns.take(async () => {
			const wait = limit.waitMs(request.ip);
			if (wait > 0) return wait;
			if (await verify()) {
				limit.succeeded(request.ip);
				return undefined;
			}
			const failures = limit.failed(request.ip);
			request.log.warn({ failures }, `A wrong password for ${what}`);
			return 0;
		}, BUSY_WAIT_MS);
		if (waitMs === undefined) return undefined;
		if (waitMs === 0) return refused(401, "The password is wrong");
		const seconds = Math.ceil(waitMs / 1_000);
		request.log.warn({ seconds }, "Too many wrong passwords: told to wait");
		reply.header("retry-after", String(seconds));
		return refused(429, "Too many wrong passwords");
	};
}

/** Does one thing after the other, with so many waiting at most. */
class Turns {
	readonly #maxWaiting: number;
	#waiting = 0;
	#last: Promise<unknown> = Promise.resolve();

	constructor(maxWaiting: number) {
		this.#maxWaiting = maxWaiting;
	}

	/** @returns What `work` gave, or `busy` when too many wait already. */
	async take<Result>(work: () => Promise<Result>, busy: Result): Promise<Result> {
		if (this.#waiting >= this.#maxWaiting) return busy;
		this.#waiting += 1;
		const turn = this.#last.then(work, work);
		this.#last = turn.catch(() => undefined);
		return turn.finally(() => {
			this.#waiting -= 1;
		});
	}
}
