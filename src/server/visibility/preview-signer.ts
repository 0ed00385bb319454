import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCodeOf } from "../../platform/error-code.ts";

/** Signs links to hidden pages, and checks the signatures. */
export type PreviewSigner = ReturnType<typeof createPreviewSigner>;

/** `{seconds since the Unix epoch}.{HMAC-SHA-256 in base64url}` */
const TOKEN = /^(\d{1,12})\.([\w-]{43})$/;

/** A signature is valid for one page, and until one time. */
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

const FILE = "preview-secret";

const SECRET_BYTES = 32;

/** In characters; created secrets have 43. */
const MIN_LENGTH = 16;

/**
 * Reads the secret for preview links, or creates one in the data folder, which servers may share.
 *
 * @param configured The operator's own secret.
 * @returns The secret, and why links will end with this process if they will.
 */
export async function readPreviewSecret(
	configured: string | undefined,
	dataFolder: string,
): Promise<{ readonly secret: string; readonly problem?: string }> {
	if (configured !== undefined) return { secret: configured };
	const fresh = randomBytes(SECRET_BYTES).toString("base64url");
	try {
		return { secret: await readOrCreate(join(dataFolder, FILE), fresh, dataFolder) };
	} catch (error) {
		return { secret: fresh, problem: error instanceof Error ? error.message : String(error) };
	}
}

async function readOrCreate(file: string, fresh: string, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const draft = join(folder, `.${FILE}-${randomUUID()}`);
	try {
		await writeFile(draft, fresh, { mode: 0o600 });
		// The first process to link the file decides; it is complete when it gets its name.
		await link(draft, file);
	} catch (error) {
		if (errorCodeOf(error) !== "EEXIST") throw error;
	} finally {
		await rm(draft, { force: true });
	}
	const kept = (await readFile(file, "utf8")).trim();
	// Cut short by a full disk, it would sign for everybody.
	if (kept.length < MIN_LENGTH) throw new Error(`The file "${file}" must hold a secret`);
	return kept;
}
