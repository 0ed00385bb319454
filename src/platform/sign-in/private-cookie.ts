import { hkdfSync } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { decrypt, encrypt, KEY_BYTES } from "../encrypt.ts";

interface PrivateCookieOptions {
	/** Name without the prefix `__Host-`. */
	readonly name: string;
	readonly secret: string;
	/** Use and format version of the values. Each purpose has its own key, so cookies cannot be swapped. */
	readonly purpose: string;
	/** Time until the cookie expires. */
	readonly durationMs: number;
}

/** In characters. Browsers refuse longer cookies. */
const MAX_LENGTH = 4000;

/**
 * Creates a cookie that only this server can read and write: encrypted, for this host only, and not
 * readable by scripts. Browsers accept `__Host-` cookies over TLS, and on localhost.
 */
export function createPrivateCookie({ name, secret, purpose, durationMs }: PrivateCookieOptions) {
	const key = Buffer.from(hkdfSync("sha256", secret, "", `loggia ${purpose}`, KEY_BYTES));
	const start = `__Host-${name}=`;
	const rules = "Path=/; HttpOnly; Secure; SameSite=Lax";

	return {
		isIn: ({ cookie }: IncomingHttpHeaders): boolean => cookie?.includes(start) === true,
		/** @returns The value that the server wrote, until it expires. */
		read(headers: IncomingHttpHeaders, nowMs: number): unknown {
			const text = readCookie(headers, `__Host-${name}`);
			if (text === undefined) return undefined;
			try {
				const opened = decrypt(Buffer.from(text, "base64url"), key).toString();
				// Only `write()` creates texts with a valid tag of this key.
				const { value, untilMs } = JSON.parse(opened) as { value: unknown; untilMs: number };
				return nowMs < untilMs ? value : undefined;
			} catch {
				// A changed cookie, or one of another secret, counts as absent.
				return undefined;
			}
		},
		/** @returns The value of `Set-Cookie`; `undefined` for a value that is too long. */
		write(value: object, nowMs: number): string | undefined {
			const content = Buffer.from(JSON.stringify({ value, untilMs: nowMs + durationMs }));
			const text = encrypt(content, key).toString("base64url");
			const cookie = `${start}${text}; Max-Age=${Math.floor(durationMs / 1000)}; ${rules}`;
			return cookie.length <= MAX_LENGTH ? cookie : undefined;
		},
		/** @returns The value of `Set-Cookie` that removes the cookie. */
		clear: (): string => `${start}; Max-Age=0; ${rules}`,
	};
}

/** @returns The value of a cookie; `undefined` if the request has none of that name. */
export function readCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
	const start = `${name}=`;
	const found = cookie?.split(/;\s*/).find((pair) => pair.startsWith(start));
	return found?.slice(start.length);
}
