import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie } from "../../platform/sign-in/private-cookie.ts";
import type { SignIns } from "../store/settings/sign-ins.ts";

export interface SessionsOptions {
	readonly signIns: SignIns;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
}

const DAY_MS = 86_400_000;
/** A session ends after a week without a request. */
export const IDLE_MS = 7 * DAY_MS;
/** A session ends after 30 days even when it is in use. */
export const LIFETIME_MS = 30 * DAY_MS;
/** At most one write a minute: a screen sends a request for each of its figures. */
const TOUCH_INTERVAL_MS = 60_000;
const TOKEN_BYTES = 32;

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions of signed-in users, by a cookie that only this service understands. */
export function createSessions({ signIns, now, randomBytes }: SessionsOptions) {
	return {
		/** @param user Id. */
		start: (user: number, request: FastifyRequest, reply: FastifyReply): void => {
			const time = now();
			signIns.removeEnded({ signedInAt: time - LIFETIME_MS, lastSeenAt: time - IDLE_MS });
			const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString("base64url");
			signIns.add(token, user, time);
			reply.header("set-cookie", cookie(request, token, LIFETIME_MS / 1_000));
		},
		/** @returns Id of the user; `undefined` for a browser that is not signed in. */
		find: (request: FastifyRequest): number | undefined => {
			const token = readToken(request);
			const signIn = token === undefined ? undefined : signIns.find(token);
			if (token === undefined || signIn === undefined) return undefined;
			const time = now();
			if (time - signIn.signedInAt >= LIFETIME_MS || time - signIn.lastSeenAt >= IDLE_MS)
				return undefined;
			if (time - signIn.lastSeenAt >= TOUCH_INTERVAL_MS) signIns.touch(token, time);
			return signIn.user;
		},
		end: (request: FastifyRequest, reply: FastifyReply): void => {
			const token = readToken(request);
			if (token !== undefined) signIns.remove(token);
			reply.header("set-cookie", cookie(request, "", 0));
		},
		/** @param user Id. */
		endAllOf: signIns.removeOf,
	};
}

/** With TLS, the prefix binds the cookie to this host: no other host can set a cookie of this name. */
function cookieName({ protocol }: FastifyRequest): string {
	return protocol === "https" ? "__Host-loggia" : "loggia";
}

function cookie(request: FastifyRequest, value: string, maxAgeSeconds: number): string {
	const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", `Max-Age=${maxAgeSeconds}`];
	if (request.protocol === "https") attributes.push("Secure");
	return [`${cookieName(request)}=${value}`, ...attributes].join("; ");
}

function readToken(request: FastifyRequest): string | undefined {
	return readCookie(request.headers, cookieName(request));
}
