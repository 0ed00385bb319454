import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
	createPreviewSigner,
	readPreviewSecret,
} from "../../../src/server/visibility/preview-signer.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

test("a signature holds for its page until it expires", () => {
	const signer = createPreviewSigner("secret");
	const token = signer.sign("/draft", NOW + HOUR_MS);

	expect(signer.isValid("/draft", token, NOW)).toBe(true);
	expect(signer.isValid("/draft", token, NOW + HOUR_MS - 1)).toBe(true);
	expect(signer.isValid("/draft", token, NOW + HOUR_MS)).toBe(false);
	expect(signer.isValid("/other", token, NOW)).toBe(false);
});

test("a changed signature does not hold, whatever was changed", () => {
	const signer = createPreviewSigner("secret");
	const token = signer.sign("/draft", NOW + HOUR_MS);

	for (let index = 0; index < token.length; index += 1) {
		const changed = `${token.slice(0, index)}${token[index] === "7" ? "8" : "7"}${token.slice(index + 1)}`;
		// The last character of base64url carries two bits that no byte has.
		if (index === token.length - 1) continue;
		expect(signer.isValid("/draft", changed, NOW)).toBe(false);
	}
});

const NO_SIGNATURES = ["", ".", "9999999999.", "9999999999", "9999999999.short", "NaN.x", "1e99.x"];

test.each(NO_SIGNATURES)("what is no signature does not hold: %j", (token) => {
	expect(createPreviewSigner("secret").isValid("/draft", token, NOW)).toBe(false);
});

test("a signature of another secret does not hold", () => {
	const token = createPreviewSigner("other").sign("/draft", NOW + HOUR_MS);

	expect(createPreviewSigner("secret").isValid("/draft", token, NOW)).toBe(false);
});

test("the operator's own secret wins", async () => {
	const folder = temporaryFolder();

	expect(await readPreviewSecret("mine", folder)).toEqual({ secret: "mine" });
});

test("a secret is made once, and no other user may read it", async () => {
	const folder = temporaryFolder();

	const first = await readPreviewSecret(undefined, join(folder, "data"));
	const second = await readPreviewSecret(undefined, join(folder, "data"));

	expect(second).toEqual(first);
	expect(first.secret).toMatch(/^[\w-]{43}$/);
	expect((await stat(join(folder, "data/preview-secret"))).mode & 0o777).toBe(0o600);
});

test("servers that start together share one secret", async () => {
	const folder = temporaryFolder();

	const secrets = await Promise.all(
		Array.from({ length: 8 }, () => readPreviewSecret(undefined, folder)),
	);

	const kept = await readFile(join(folder, "preview-secret"), "utf8");
	expect(new Set(secrets.map(({ secret }) => secret))).toEqual(new Set([kept]));
});

test("without a place to keep it, the secret lives as long as the process", async () => {
	const folder = temporaryFolder();
	await writeFile(join(folder, "file"), "");

	const { secret, problem } = await readPreviewSecret(undefined, join(folder, "file"));

	expect(secret).toMatch(/^[\w-]{43}$/);
	expect(problem).toBeDefined();
});
