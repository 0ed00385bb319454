import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { releaseBuffer } from "../release-buffer.ts";
import { SALT_BYTES, type Salts } from "./visits/salts.ts";

/**
 * Keeps what is written from being read once its day's salt has been destroyed, in whatever
 * corner of a disk it may have stayed.
 */
export interface Seal {
	/**
	 * @param day Whole days since the Unix epoch; its salt is made if there is none.
	 * @returns The pieces, one behind the other, for `open()`; in memory of their own.
	 */
	readonly close: (day: number, pieces: readonly Uint8Array[]) => Uint8Array;
	/** @returns In memory of their own; `undefined` when the salt is gone, or the bytes are others. */
	readonly open: (day: number, sealed: Uint8Array) => Buffer | undefined;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSeal(salts: Salts): Seal {
	return {
		close: (day, pieces) => {
			const salt = salts.forDay(day, () => randomBytes(SALT_BYTES));
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, keyOf(salt), nonce);
			const parts = [...pieces.map((piece) => cipher.update(piece)), cipher.final()];
			const sealed = joined([nonce, cipher.getAuthTag(), ...parts]);
			for (const part of parts) releaseBuffer(part);
			return sealed;
		},
		open: (day, sealed) => {
			const salt = salts.find(day);
			if (salt === undefined || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
			const nonce = sealed.subarray(0, NONCE_BYTES);
			const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
			const decipher = createDecipheriv(CIPHER, keyOf(salt), nonce);
			decipher.setAuthTag(tag);
			const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
			return isGenuine(decipher) ? text : undefined;
		},
	};
}

/** Of its own purpose: what is known of visitor keys, which the same salt makes, tells nothing of it. */
function keyOf(salt: Uint8Array): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", salt, "", "loggia staged events", KEY_BYTES));
}

/** As `Buffer.concat()`, but never in memory that it shares with others. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}

function isGenuine(decipher: ReturnType<typeof createDecipheriv>): boolean {
	try {
		decipher.final();
		return true;
	} catch {
		// Its only error: the tag is that of something else.
		return false;
	}
}
