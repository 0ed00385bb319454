import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Users } from "../store/settings/users.ts";

/** 32 MB and three passes, a fifth of a second. @see OWASP Password Storage Cheat Sheet */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** People type it once by hand, so it has no symbols: 12 characters of 32 are 60 bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GENERATED_LENGTH = 12;

const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

/**
 * Stores the environment's password, or generates the first one. Called once at start.
 *
 * @param fromEnvironment `ANALYTICS_PASSWORD`, which replaces the password set in the dashboard.
 * @returns `generated`: a new password, to be shown once. `isChanged`: whether the password differs
 *   from the last start; the caller then ends the earlier sessions.
 */
export async function preparePassword(users: Users, fromEnvironment: string | undefined) {
	const { password: stored } = users.firstAdmin();
	if (fromEnvironment === undefined && stored !== null) {
		return { generated: undefined, isChanged: false };
	}
	const password = fromEnvironment ?? generatePassword();
	const isKnown = await verifyPassword(password, stored);
	if (!isKnown) await replacePassword(users, password);
	return { generated: fromEnvironment === undefined ? password : undefined, isChanged: !isKnown };
}

/** Saves the password of the first admin. @returns The password, generated unless given. */
export async function replacePassword(
	users: Users,
	password: string = generatePassword(),
): Promise<string> {
	const hash = await hashPassword(password);
	users.save({ ...users.firstAdmin(), password: hash });
	return password;
}

/** @returns Salt and scrypt hash of a password, base64url, with a dot between them. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const hash = await derive(password.normalize("NFC"), salt, HASH_BYTES, COST);
	return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/**
 * Takes the same time if there is no password, so that guesses cannot detect which users exist.
 *
 * @param stored Result of {@link hashPassword}.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
	const [salt = "", hash = ""] = stored?.split(".") ?? [];
	const expected = Buffer.from(hash, "base64url");
	const actual = await derive(
		password.normalize("NFC"),
		Buffer.from(salt, "base64url"),
		HASH_BYTES,
		COST,
	);
	return expected.length === HASH_BYTES && timingSafeEqual(actual, expected);
}

function generatePassword(): string {
	// 256 is a multiple of 32, so that every letter is equally likely.
	return Array.from(randomBytes(GENERATED_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(
		"",
	);
}
