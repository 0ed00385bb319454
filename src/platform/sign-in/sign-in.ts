import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../shared/page/user.ts";

export type SignInRequest = Pick<IncomingMessage, "headers" | "rawHeaders" | "socket">;

/** Target of a visitor after the sign-in. */
export interface SignInTarget {
	readonly origin: string;
	/** URL path with its base path and query. */
	readonly path: string;
	/** URL path prefix of the sign-in routes. */
	readonly prefix: string;
}

/** The service that visitors sign in to. */
export interface SignInPlace {
	/** Origin of the service for browsers. */
	readonly originOf: (request: FastifyRequest) => string;
	/** Empty for the root. */
	readonly basePath: () => string;
	/** Path prefix of the sign-in routes, without the base path. */
	readonly prefix: string;
	/** Sends an error page or message for visitors. */
	readonly refuse: (reply: FastifyReply, status: number, message: string) => unknown;
}

/** A method of sign-in. */
export interface SignIn {
	/** Whether a request may be from a user; a cheap test that verifies nothing. */
	readonly hasCredentials: (headers: IncomingHttpHeaders) => boolean;
	readonly userOf: (request: SignInRequest) => User | undefined;
	/**
	 * Renews the identity at the provider if that is due; `userOf()` then returns the new identity.
	 *
	 * @returns The cookie to send; `undefined`, directly or as a promise: the request's cookie is valid.
	 */
	readonly renew?: (request: SignInRequest) => Promise<string | undefined> | undefined;
	/** Removes headers that only a trusted proxy may send. */
	readonly removeForged: (request: SignInRequest) => void;
	/** @returns The sign-in URL; `undefined`: the proxy signs visitors in. */
	readonly signInUrl: (target: SignInTarget) => string | undefined;
	/** Registers the routes below the prefix; absent: the proxy has the routes. */
	readonly routes?: (site: FastifyInstance, place: SignInPlace) => void;
}
