import { expect, test } from "vitest";
import { createPreviewSigner } from "../../../src/server/authorization/preview-signer.ts";

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
