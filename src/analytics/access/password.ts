import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Users } from "../store/settings/users.ts";

/** 32 MB and three passes, a fifth of a second. @see OWASP Password Storage Cheat Sheet */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Typed by hand once, so of letters alone: 12 of 32 are 60 bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GENERATED_LENGTH = 12;

const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

/**
 * Takes the environment's password over, or makes the first one. Called once at start.
 *
 * @param fromEnvironment `ANALYTICS_PASSWORD`, which wins over what was set in the dashboard.
 * @returns A password that was made now, to be shown once, and whether it is another one than at the
 *   last start: then sessions of the earlier one end.
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

/** @returns The password of the first admin, a new one unless given; it is valid from now on. */
export async function replacePassword(
	users: Users,
	password: string = generatePassword(),
): Promise<string> {
	const hash = await hashPassword(password);
	users.save({ ...users.firstAdmin(), password: hash });
	return password;
}

/** @returns What is kept of a password: a salt, and what scrypt makes of both. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const hash = await derive(password.normalize("NFC"), salt, HASH_BYTES, COST);
	return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/**
 * Takes the same time if there is no password, so that no guess finds out which users exist.
 *
 * @param stored What {@link hashPassword} has made.
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
	// 256 is a multiple of 32: every letter is as likely as the others.
	return Array.from(randomBytes(GENERATED_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(
		"",
	);
}
