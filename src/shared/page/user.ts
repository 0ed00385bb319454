/** A visitor who has signed in. */
export interface User {
	/** By which the identity provider knows the visitor. */
	readonly id: string;
	readonly name?: string | undefined;
	readonly mail?: string | undefined;
	readonly groups: readonly string[];
}

/** Path below which visitors sign in and out; no page can be there. */
export const SIGN_IN_PREFIX = "/_loggia";

/** Where the server signs visitors in, unless a proxy does, and says who has signed in. */
export const SIGN_IN_PATHS = {
	signIn: `${SIGN_IN_PREFIX}/sign-in`,
	signOut: `${SIGN_IN_PREFIX}/sign-out`,
	user: `${SIGN_IN_PREFIX}/user`,
} as const;
