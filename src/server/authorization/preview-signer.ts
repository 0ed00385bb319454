import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs links to hidden pages, and checks the signatures. */
export type PreviewSigner = ReturnType<typeof createPreviewSigner>;

/** `{seconds since the Unix epoch}.{HMAC-SHA-256 in base64url}` */
const TOKEN = /^(\d{1,12})\.([\w-]{43})$/;

/** Creates a signer. A signature is valid for one page until a given time. */
export function createPreviewSigner(secret: string) {
	function signatureOf(path: string, expiresSeconds: number): Buffer {
		return createHmac("sha256", secret).update(`preview\n${expiresSeconds}\n${path}`).digest();
	}

	return {
		/**
		 * @param expiresMs Milliseconds since the Unix epoch; counted in whole seconds.
		 * @returns The URL-safe value of `?preview=`.
		 */
		sign(path: string, expiresMs: number): string {
			const expiresSeconds = Math.floor(expiresMs / 1000);
			return `${expiresSeconds}.${signatureOf(path, expiresSeconds).toString("base64url")}`;
		},
		isValid(path: string, token: string, nowMs: number): boolean {
			const [, seconds, signature] = TOKEN.exec(token) ?? [];
			if (seconds === undefined || signature === undefined) return false;
			if (nowMs >= Number(seconds) * 1000) return false;
			const expected = signatureOf(path, Number(seconds));
			const received = Buffer.from(signature, "base64url");
			return received.length === expected.length && timingSafeEqual(received, expected);
		},
	};
}

/** File name in the data folder. */
export const PREVIEW_SECRET_FILE = "preview-secret";
