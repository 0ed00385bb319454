import type { IncomingHttpHeaders } from "node:http";
import type { Sealer } from "./sealer.ts";

/** Browsers refuse a longer one. */
const MAX_LENGTH = 4000;

/**
 * A cookie that only this server can read and write: encrypted, for this host alone, and no script of a
 * page can read it. Browsers take `__Host-` cookies over TLS, and on localhost.
 *
 * @param name The rest of its name. @param durationMs How long it is valid.
 */
export function createPrivateCookie(name: string, sealer: Sealer, durationMs: number) {
	const start = `__Host-${name}=`;
	const rules = "Path=/; HttpOnly; Secure; SameSite=Lax";

	return {
		isIn: ({ cookie }: IncomingHttpHeaders): boolean => cookie?.includes(start) === true,
		/** @returns What the server wrote, as long as it is valid. */
		read(headers: IncomingHttpHeaders, nowMs: number): unknown {
			const text = readCookie(headers, `__Host-${name}`);
			return text && sealer.open(text, nowMs);
		},
		/** @returns The value of `Set-Cookie`; `undefined` for a value that is too long. */
		write(value: object, nowMs: number): string | undefined {
			const text = sealer.seal(value, nowMs + durationMs);
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
