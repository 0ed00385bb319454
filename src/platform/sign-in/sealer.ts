import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer = ReturnType<typeof createSealer>;

/**
 * Encrypts values that a browser keeps for the server.
 *
 * @param purpose Text that was sealed for another purpose is not opened. It names the form of the values as well.
 */
export function createSealer(secret: string, purpose: string) {
	const key = Buffer.from(hkdfSync("sha256", secret, "", `loggia ${purpose}`, KEY_BYTES));

	return {
		/** @param untilMs Milliseconds since the Unix epoch. @returns Text that a cookie can hold. */
		seal(value: object, untilMs: number): string {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(ALGORITHM, key, nonce);
			const text = Buffer.from(JSON.stringify({ value, untilMs }));
			const sealed = [nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()];
			return Buffer.concat(sealed).toString("base64url");
		},
		/** @returns What was sealed for this purpose; `undefined` if it has ended, or is anything else. */
		open(text: string, nowMs: number): unknown {
			const bytes = Buffer.from(text, "base64url");
			if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
			try {
				const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
				decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
				const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
				const opened = Buffer.concat([decipher.update(body), decipher.final()]).toString();
				// It was sealed above: no other text has a tag of this key.
				const { value, untilMs } = JSON.parse(opened) as { value: unknown; untilMs: number };
				return nowMs < untilMs ? value : undefined;
			} catch {
				// Changed, or sealed with another secret: as good as absent.
				return undefined;
			}
		},
	};
}
