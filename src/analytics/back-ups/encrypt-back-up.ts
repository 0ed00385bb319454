import {
	createCipheriv,
	createDecipheriv,
	type DecipherGCM,
	randomBytes,
	scryptSync,
} from "node:crypto";
import { ConfigurationError } from "../errors.ts";

type Chunks = AsyncIterable<Buffer>;

const ALGORITHM = "aes-256-gcm";
/** Start of an encrypted file; a SQLite file starts with other bytes. Salt and nonce follow it. */
const MARK = Buffer.from("LOGGIA-BACK-UP-1\n");
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const HEADER_BYTES = MARK.length + SALT_BYTES + NONCE_BYTES;
/** Of the tag at the end, which proves that nothing was changed. */
const TAG_BYTES = 16;

/** @param passphrase Without one, the bytes stay as they are. */
export async function* encryptBackUp(chunks: Chunks, passphrase?: string): AsyncGenerator<Buffer> {
	if (passphrase === undefined) return yield* chunks;
	const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
	const cipher = createCipheriv(ALGORITHM, keyOf(passphrase, salt), nonce);
	yield Buffer.concat([MARK, salt, nonce]);
	for await (const chunk of chunks) yield cipher.update(chunk);
	yield cipher.final();
	return yield cipher.getAuthTag();
}

/**
 * Reverses {@link encryptBackUp}. Bytes of a file that is not encrypted stay as they are.
 *
 * @throws {ConfigurationError} When the passphrase is missing or wrong, or the bytes were changed. The bytes until
 * then must not be used.
 */
export async function* decryptBackUp(chunks: Chunks, passphrase?: string): AsyncGenerator<Buffer> {
	let decipher: DecipherGCM | undefined;
	let isPlain = false;
	let held: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		held = Buffer.concat([held, chunk]);
		if (decipher === undefined && !isPlain && held.length >= HEADER_BYTES) {
			isPlain = !held.subarray(0, MARK.length).equals(MARK);
			if (!isPlain) {
				decipher = openDecipher(held, passphrase);
				held = held.subarray(HEADER_BYTES);
			}
		}
		const end = isPlain ? held.length : held.length - TAG_BYTES;
		if (end <= 0 || (decipher === undefined && !isPlain)) continue;
		yield decipher?.update(held.subarray(0, end)) ?? held;
		held = held.subarray(end);
	}
	yield decipher === undefined ? held : finish(decipher, held);
}

function openDecipher(header: Buffer, passphrase: string | undefined): DecipherGCM {
	if (passphrase === undefined) {
		throw new ConfigurationError([
			"The copy is encrypted: BACK_UP_KEY must be the key that it was made with",
		]);
	}
	const salt = header.subarray(MARK.length, MARK.length + SALT_BYTES);
	const nonce = header.subarray(MARK.length + SALT_BYTES, HEADER_BYTES);
	return createDecipheriv(ALGORITHM, keyOf(passphrase, salt), nonce, { authTagLength: TAG_BYTES });
}

function finish(decipher: DecipherGCM, tag: Buffer): Buffer {
	try {
		return decipher.setAuthTag(tag).final();
	} catch (cause) {
		const sentence =
			"The copy is incomplete or damaged, or BACK_UP_KEY is not the key that it was made with";
		throw Object.assign(new ConfigurationError([sentence]), { cause });
	}
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
	return scryptSync(passphrase, salt, 32);
}
