import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
	acceptedCoding,
	decodeBody,
	encodeBody,
	KEPT,
	SENT_ONCE,
} from "../../../src/server/http-cache/coding.ts";

test.each([
	[undefined, "identity"],
	["", "identity"],
	["identity", "identity"],
	["gzip, deflate, br, zstd", "br"],
	["gzip, deflate", "gzip"],
	["GZIP", "gzip"],
	["br;q=0.5, gzip", "gzip"],
	["br;q=0, gzip;q=0.1", "gzip"],
	["br; q=0", "identity"],
	["*", "br"],
	["*;q=0", "identity"],
	["br;q=0, *", "gzip"],
	["identity;q=1, br;q=0.2", "identity"],
	["zstd, compress", "identity"],
	["br;q=nonsense", "br"],
] as const)("a client that says %j gets %s", (acceptEncoding, coding) => {
	expect(acceptedCoding(acceptEncoding)).toBe(coding);
});

test.each([
	"gzip",
	"br",
] as const)("answers coded by %s hold on to little more than themselves", async (coding) => {
	const text = Buffer.from("<p>Coded on its way</p>\n".repeat(400));
	const coded: Buffer[] = [];
	for (let count = 0; count < 100; count += 1) coded.push(await encodeBody(text, coding, KEPT));

	expect(await decodeBody(coded[0] ?? text, coding)).toEqual(text);
	// Several of them share the memory that Node gave them pieces of.
	const held = new Set(coded.map(({ buffer }) => buffer));
	const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
	expect(bytes).toBeLessThan(coded.length * text.byteLength * 0.5);
});

test.each(["gzip", "br"] as const)("%s takes bytes that do not shrink", async (coding) => {
	const noise = randomBytes(50_000);

	expect(await decodeBody(await encodeBody(noise, coding, SENT_ONCE), coding)).toEqual(noise);
});
