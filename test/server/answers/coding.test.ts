import { expect, test } from "vitest";
import { acceptedCoding } from "../../../src/server/answers/coding.ts";

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
