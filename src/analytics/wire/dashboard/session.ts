/** Each may do what the ones before it may. */
export const ROLES = ["viewer", "editor", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** @param role `undefined`: not signed in. */
export function hasRole(role: Role | undefined, needed: Role): boolean {
	return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** `GET /api/session`: whether the browser that asks is signed in. */
export type SessionState = SignInWays & ({ readonly signed_in: false } | SignedInState);

export interface SignInWays {
	/** Whether there are several users, who sign in with their mail address. */
	readonly asks_mail: boolean;
	/** `null`: users cannot sign in with an identity provider, or its proxy asks them itself. */
	readonly provider: ProviderState | null;
}

interface ProviderState {
	readonly sign_in_url: string;
	/** `null`: its proxy has one. */
	readonly sign_out_url: string | null;
	/** Whether the user is known to it, and has no group with a role. */
	readonly lacks_role: boolean;
}

interface SignedInState {
	readonly signed_in: true;
	readonly name: string;
	readonly role: Role;
	/** Beginnings of the addresses of the user's projects. */
	readonly project_paths: readonly string[];
	/** A password out of the environment or of the identity provider is changed there and nowhere else. */
	readonly password_from: "environment" | "dashboard" | "provider";
}

/** A new password has this many characters at least. */
export const MIN_PASSWORD_LENGTH = 8;

/** Sent, with any value, beside the cookie in every request that changes something. */
export const DASHBOARD_HEADER = "x-loggia-dashboard";

/** The body of every refusal. @see RFC 9457 */
export interface Refusal {
	readonly type: "about:blank";
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly instance?: string;
	/** One sentence for each thing that is wrong. */
	readonly problems: readonly string[];
}
