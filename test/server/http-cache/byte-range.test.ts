import { expect, test } from "vitest";
import { parseByteRange } from "../../../src/server/http-cache/send-file.ts";

test.each([
	["bytes=0-9", { start: 0, end: 9 }],
	["bytes=90-", { start: 90, end: 99 }],
	["bytes=90-200", { start: 90, end: 99 }],
	["bytes=-10", { start: 90, end: 99 }],
	["bytes=-200", { start: 0, end: 99 }],
	["bytes=100-", "unsatisfiable"],
	["bytes=-0", "unsatisfiable"],
	["bytes=9-3", undefined],
	["bytes=0-1,4-5", undefined],
	["bytes=-", undefined],
	["lines=0-1", undefined],
	["bytes=1e3-", undefined],
	[undefined, undefined],
] as const)("of 100 bytes %s is %j", (header, range) => {
	expect(parseByteRange(header, 100)).toEqual(range);
});
