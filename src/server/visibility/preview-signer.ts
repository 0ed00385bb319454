import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs links to pages that are not public yet, and knows its own signatures again. */
export interface PreviewSigner {
	/**
	 * @param expiresMs Milliseconds since the Unix epoch; counted in whole seconds.
	 * @returns What stands behind `?preview=`: URL-safe.
	 */
	readonly sign: (path: string, expiresMs: number) => string;
	readonly isValid: (path: string, token: string, nowMs: number) => boolean;
}

/** `{seconds since the Unix epoch}.{HMAC-SHA-256 in base64url}` */
const TOKEN = /^(\d{1,12})\.([\w-]{43})$/;

/** A signature holds for one page and until one moment; it cannot be carried over to another. */
export function createPreviewSigner(secret: string): PreviewSigner {
	function signatureOf(path: string, expiresSeconds: number): Buffer {
		return createHmac("sha256", secret).update(`preview\n${expiresSeconds}\n${path}`).digest();
	}

	return {
		sign(path, expiresMs) {
			const expiresSeconds = Math.floor(expiresMs / 1000);
			return `${expiresSeconds}.${signatureOf(path, expiresSeconds).toString("base64url")}`;
		},
		isValid(path, token, nowMs) {
			const [, seconds, signature] = TOKEN.exec(token) ?? [];
			if (seconds === undefined || signature === undefined) return false;
			if (nowMs >= Number(seconds) * 1000) return false;
			const expected = signatureOf(path, Number(seconds));
			const received = Buffer.from(signature, "base64url");
			return received.length === expected.length && timingSafeEqual(received, expected);
		},
	};
}
