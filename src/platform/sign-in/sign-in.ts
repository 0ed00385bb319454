import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../shared/page/user.ts";

export type SignInRequest = Pick<IncomingMessage, "headers" | "rawHeaders" | "socket">;

/** Where a visitor wants to go. */
export interface SignInTarget {
	readonly origin: string;
	/** URL path with its base path and query. */
	readonly path: string;
	/** URL path below which the routes of the sign-in are. */
	readonly prefix: string;
}

/** The service that visitors sign in to. */
export interface SignInPlace {
	/** As browsers see it. */
	readonly originOf: (request: FastifyRequest) => string;
	/** Empty for the root. */
	readonly basePath: () => string;
	/** Path below which the routes of the sign-in are, without the base path. */
	readonly prefix: string;
	/** Answers with an error that visitors read. */
	readonly refuse: (reply: FastifyReply, status: number, message: string) => unknown;
}

/** One way in which visitors say who they are. */
export interface SignIn {
	/** Whether a request may be that of a user; cheap, and not yet checked. */
	readonly hasCredentials: (headers: IncomingHttpHeaders) => boolean;
	readonly userOf: (request: SignInRequest) => User | undefined;
	/**
	 * Asks the provider again who the visitor is, if it is time to; `userOf()` then says it.
	 *
	 * @returns The cookie to send; `undefined`, also later: what the request says is still good.
	 */
	readonly renew?: (request: SignInRequest) => Promise<string | undefined> | undefined;
	/** Removes headers that only a trusted proxy may send. */
	readonly removeForged: (request: SignInRequest) => void;
	/** @returns Where visitors sign in; absent: the proxy asks them. */
	readonly signInUrl: (target: SignInTarget) => string | undefined;
	/** Registers the routes below the prefix; absent: the proxy has them. */
	readonly routes?: (site: FastifyInstance, place: SignInPlace) => void;
}
