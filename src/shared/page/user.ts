/** A visitor who has signed in. */
export interface User {
	/** Id of the visitor at the identity provider. */
	readonly id: string;
	readonly name?: string | undefined;
	readonly mail?: string | undefined;
	readonly groups: readonly string[];
}

/** Path prefix of the sign-in endpoints; no page can be below it. */
export const SIGN_IN_PREFIX = "/_loggia";

/** Endpoints that sign visitors in and out, unless a proxy does, and return the signed-in user. */
export const SIGN_IN_PATHS = {
	signIn: `${SIGN_IN_PREFIX}/sign-in`,
	signOut: `${SIGN_IN_PREFIX}/sign-out`,
	user: `${SIGN_IN_PREFIX}/user`,
} as const;
