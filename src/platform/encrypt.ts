import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Length of a key. */
export const KEY_BYTES = 32;

export function encrypt(content: Uint8Array, key: Buffer): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(ALGORITHM, key, nonce);
	const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws {Error} When the bytes were changed, or encrypted with another key. */
export function decrypt(encrypted: Buffer, key: Buffer): Buffer {
	const nonce = encrypted.subarray(0, NONCE_BYTES);
	// Hazard: without this length, Node accepts a tag of four bytes.
	const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
	decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
	const content = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
	return Buffer.concat([content, decipher.final()]);
}
