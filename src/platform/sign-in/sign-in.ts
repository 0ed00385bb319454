import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { User } from "./user.ts";

export type SignInRequest = Pick<IncomingMessage, "headers" | "rawHeaders" | "socket">;

/** One way in which visitors say who they are. */
export interface SignIn {
	/** Whether a request may be that of a user; cheap, and not yet checked. */
	readonly hasCredentials: (headers: IncomingHttpHeaders) => boolean;
	readonly userOf: (request: SignInRequest) => User | undefined;
	/** Removes headers that only a trusted proxy may send. */
	readonly removeForged: (request: SignInRequest) => void;
	/** @param url Where the visitor wants to go, absolute. @returns Where visitors sign in; absent: the proxy asks them. */
	readonly signInUrl: (url: string) => string | undefined;
}
