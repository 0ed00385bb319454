/** A visitor who has signed in. */
export interface User {
	/** By which the identity provider knows the visitor. */
	readonly id: string;
	readonly name?: string | undefined;
	readonly mail?: string | undefined;
	readonly groups: readonly string[];
}
