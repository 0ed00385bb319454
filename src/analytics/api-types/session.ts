/** Roles in ascending order: each has all rights of the roles before it. */
export const ROLES = ["viewer", "editor", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** @param role `undefined`: not signed in. */
export function hasRole(role: Role | undefined, needed: Role): boolean {
	return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Response of `GET /api/session`: whether this browser is signed in. */
export type SessionState = SignInWays & ({ readonly signed_in: false } | SignedInState);

export interface SignInWays {
	/** Whether users sign in with their mail address, since there are several users. */
	readonly asks_mail: boolean;
	/** `null`: there is no identity provider, or its proxy signs users in. */
	readonly provider: ProviderState | null;
}

interface ProviderState {
	readonly sign_in_url: string;
	/** `null`: the proxy of the provider signs users out. */
	readonly sign_out_url: string | null;
	/** Whether the provider knows the user, but no group of the user has a role. */
	readonly lacks_role: boolean;
}

interface SignedInState {
	readonly signed_in: true;
	readonly name: string;
	readonly role: Role;
	/** Path prefixes of the user's projects. */
	readonly project_paths: readonly string[];
	/** Source of the password, which can be changed only there. */
	readonly password_from: "environment" | "dashboard" | "provider";
}

/** Minimum length of a new password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;

/** Header that each request with a change must send beside the cookie, with any value. */
export const DASHBOARD_HEADER = "x-loggia-dashboard";

/** Body of every error response. @see RFC 9457 */
export interface Refusal {
	readonly type: "about:blank";
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly instance?: string;
	/** One sentence for each problem. */
	readonly problems: readonly string[];
}
