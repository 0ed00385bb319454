/** `GET /api/session`: whether the browser that asks is signed in. */
export type SessionState =
	| { readonly signed_in: false }
	| {
			readonly signed_in: true;
			/** ISO 8601; the latest end. A session also ends after a week without a request. */
			readonly expires_at: string;
			/** A password out of the environment is changed there and nowhere else. */
			readonly password_from: "environment" | "dashboard";
	  };

/** `POST /api/session`. */
export interface SignIn {
	readonly password: string;
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
