/** A visitor who has signed in. */
export interface User {
	/** By which the identity provider knows the visitor. */
	readonly id: string;
	readonly name?: string;
	readonly mail?: string;
	readonly groups: readonly string[];
}
