import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Refused, refused } from "../api/refused.ts";

interface PasswordAttempt {
	/** Owner of the password, such as a mail address; it may be unknown. */
	readonly account: string;
	readonly verify: () => Promise<boolean>;
}

type PasswordCheck = (
	request: FastifyRequest,
	reply: FastifyReply,
	attempt: PasswordAttempt,
) => Promise<Refused | undefined>;

type RateLimit = ReturnType<FastifyInstance["createRateLimit"]>;

/** Limit per network; an IPv6 subscriber's /64 is one network. */
const NETWORK_FAILURES = { max: 5, timeWindow: 60_000 };
/** Limit per account: a client can forge addresses where a proxy is trusted. */
const ACCOUNT_FAILURES = { max: 30, timeWindow: 10 * 60_000 };
const MAX_KNOWN_NETWORKS = 1_000;
/** Each check takes a fifth of a second and 32 MB. */
const MAX_WAITING_CHECKS = 10;
const BUSY_WAIT_SECONDS = 2;

/**
 * Checks one password at a time, so that guesses that arrive together wait for each other's outcome.
 * Counts failures by network and by account. A network that has sent the right password since the
 * start waits only for its own failures, so that other people cannot lock the owner out.
 *
 * The service must have `@fastify/rate-limit`.
 *
 * @param what Name of the protected resource, for the log: `the dashboard`.
 */
export function createPasswordCheck(what: string, wrong = "The password is wrong"): PasswordCheck {
	let limits: readonly RateLimit[] | undefined;
	const accounts = new WeakMap<FastifyRequest, string>();
	const known = new LRUCache<string, true>({ max: MAX_KNOWN_NETWORKS });
	let waiting = 0;
	let last: Promise<unknown> = Promise.resolve();

	const check: PasswordCheck = async (request, reply, { account, verify }) => {
		limits ??= createLimits(request.server);
		accounts.set(request, account);
		const seconds = Math.max(...(await count(limits, request, { increment: false })));
		if (seconds > 0) return refuse(request, reply, seconds);
		if (await verify()) {
			known.set(knownKey(request), true);
			return undefined;
		}
		await count(limits, request, { increment: true });
		request.log.warn(`A wrong password for ${what}`);
		return refused(401, wrong);
	};
	return async (request, reply, attempt) => {
		if (waiting >= MAX_WAITING_CHECKS) return refuse(request, reply, BUSY_WAIT_SECONDS);
		waiting += 1;
		const turn = last.then(() => check(request, reply, attempt));
		last = turn.catch(() => undefined);
		return turn.finally(() => {
			waiting -= 1;
		});
	};

	function createLimits(service: FastifyInstance): readonly RateLimit[] {
		return [
			service.createRateLimit(NETWORK_FAILURES),
			service.createRateLimit({
				...ACCOUNT_FAILURES,
				keyGenerator: (request) => accounts.get(request) ?? "",
				allowList: (request) => known.has(knownKey(request)),
			}),
		];
	}

	function knownKey(request: FastifyRequest): string {
		return `${request.ip} ${accounts.get(request)}`;
	}
}

/** @returns Seconds until the next attempt, for each limit. */
function count(
	limits: readonly RateLimit[],
	request: FastifyRequest,
	options: { readonly increment: boolean },
): Promise<readonly number[]> {
	return Promise.all(
		limits.map(async (limit) => {
			const state = await limit(request, options);
			return state.isAllowed || state.remaining > 0 ? 0 : state.ttlInSeconds;
		}),
	);
}

function refuse(request: FastifyRequest, reply: FastifyReply, seconds: number): Refused {
	request.log.warn({ seconds }, "Too many wrong passwords: refused");
	reply.header("retry-after", String(seconds));
	return refused(429, "Too many wrong passwords");
}
