import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Settings } from "../store/settings/settings.ts";

/** The one password of the dashboard. Only what scrypt makes of it is kept. */
export interface Password {
	/** Whether the environment sets it; then the dashboard cannot change it. */
	readonly isFixed: boolean;
	readonly verify: (password: string) => Promise<boolean>;
	readonly change: (password: string) => Promise<void>;
}

export interface PasswordOptions {
	readonly settings: Settings;
	/** `ANALYTICS_PASSWORD`, which wins over what was set in the dashboard. */
	readonly fromEnvironment: string | undefined;
}

export interface PreparedPassword {
	/** A password that was made now, to be shown once. */
	readonly generated: string | undefined;
	/** The password is another one than at the last start: who signed in with that one is out. */
	readonly isChanged: boolean;
}

const KEY = "dashboard-password";
/** 32 MB and three passes, a fifth of a second. @see OWASP Password Storage Cheat Sheet */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Typed by hand once, so of letters alone: 12 of 32 are 60 bits. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GENERATED_LENGTH = 12;

const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

export function createPassword({ settings, fromEnvironment }: PasswordOptions): Password {
	return {
		isFixed: fromEnvironment !== undefined,
		verify: async (password) => {
			const stored = settings.get(KEY);
			return stored !== undefined && (await verifyPassword(password, stored));
		},
		change: async (password) => settings.set(KEY, await hashPassword(password)),
	};
}

/** Called once at start: takes the environment's password over, or makes the first one. */
export async function preparePassword({
	settings,
	fromEnvironment,
}: PasswordOptions): Promise<PreparedPassword> {
	const stored = settings.get(KEY);
	if (fromEnvironment === undefined && stored !== undefined) {
		return { generated: undefined, isChanged: false };
	}
	const password = fromEnvironment ?? generatePassword();
	const isKnown = stored !== undefined && (await verifyPassword(password, stored));
	if (!isKnown) settings.set(KEY, await hashPassword(password));
	return {
		generated: fromEnvironment === undefined ? password : undefined,
		isChanged: !isKnown,
	};
}

/** @returns A new password, which is valid from now on. */
export async function replacePassword(settings: Settings): Promise<string> {
	const password = generatePassword();
	settings.set(KEY, await hashPassword(password));
	return password;
}

/** @returns What is kept of a password: a salt, and what scrypt makes of both. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const hash = await derive(password.normalize("NFC"), salt, HASH_BYTES, COST);
	return `${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/** @param stored What {@link hashPassword} has made. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
	const [salt = "", hash = ""] = stored.split(".");
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
