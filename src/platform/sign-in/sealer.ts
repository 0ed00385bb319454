import { hkdfSync } from "node:crypto";
import { decrypt, encrypt, KEY_BYTES } from "../encrypt.ts";

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
			return encrypt(Buffer.from(JSON.stringify({ value, untilMs })), key).toString("base64url");
		},
		/** @returns What was sealed for this purpose; `undefined` if it has ended, or is anything else. */
		open(text: string, nowMs: number): unknown {
			try {
				const opened = decrypt(Buffer.from(text, "base64url"), key).toString();
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
