import { hkdfSync } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { decrypt, encrypt, KEY_BYTES } from "../encrypt.ts";

interface PrivateCookieOptions {
	/** The rest of its name. */
	readonly name: string;
	readonly secret: string;
	/** Says what it is for and names the form of its values: no other cookie is read in its place. */
	readonly purpose: string;
	/** How long it is valid. */
	readonly durationMs: number;
}

/** Browsers refuse a longer one. */
const MAX_LENGTH = 4000;

/**
 * A cookie that only this server can read and write: encrypted, for this host alone, and no script of a
 * page can read it. Browsers take `__Host-` cookies over TLS, and on localhost.
 */
export function createPrivateCookie({ name, secret, purpose, durationMs }: PrivateCookieOptions) {
	const key = Buffer.from(hkdfSync("sha256", secret, "", `loggia ${purpose}`, KEY_BYTES));
	const start = `__Host-${name}=`;
	const rules = "Path=/; HttpOnly; Secure; SameSite=Lax";

	return {
		isIn: ({ cookie }: IncomingHttpHeaders): boolean => cookie?.includes(start) === true,
		/** @returns What the server wrote, as long as it is valid. */
		read(headers: IncomingHttpHeaders, nowMs: number): unknown {
			const text = readCookie(headers, `__Host-${name}`);
			if (text === undefined) return undefined;
			try {
				const opened = decrypt(Buffer.from(text, "base64url"), key).toString();
				// `write()` made it: no other text has a tag of this key.
				const { value, untilMs } = JSON.parse(opened) as { value: unknown; untilMs: number };
				return nowMs < untilMs ? value : undefined;
			} catch {
				// Changed, or encrypted with another secret: as good as absent.
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
		/** @returns The value of `Set-Cookie` that removes it. */
		clear: (): string => `${start}; Max-Age=0; ${rules}`,
	};
}

/** @returns The value of a cookie; `undefined` when the browser has none of that name. */
export function readCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
	const start = `${name}=`;
	const found = cookie?.split(/;\s*/).find((pair) => pair.startsWith(start));
	return found?.slice(start.length);
}
