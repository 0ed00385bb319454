/** A visitor who has signed in. */
export interface User {
	/** By which the identity provider knows the visitor. */
	readonly id: string;
	readonly name?: string | undefined;
	readonly mail?: string | undefined;
	readonly groups: readonly string[];
}

/** Where the server signs visitors in, unless a proxy does. */
export const SIGN_IN_PATHS = { signIn: "/_loggia/sign-in", signOut: "/_loggia/sign-out" } as const;
