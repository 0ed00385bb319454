import { expect, test } from "vitest";
import { decompressLzString } from "../../../src/analytics/http/lz-string.ts";

const TEXT =
	'{"event":"hello","properties":{"token":"phc_test","distinct_id":"u","text":"ümläut ☕ aaaaaaaaaaaaaaaaaaaaaa"}}';

/** What lz-string 1.5.0 makes of it by `compressToBase64()`. */
const PACKED =
	"N4IgpgbmB2AuIC4QAswBs0HsQBoQAcAnTfMQ2ASzAGdFRZMBrGRA5AYwH1Yb48ATCtUrR2sThX6sArrhA8AHvCQAfgLZoAJ9NgACQKhkugIYnTZ8xaMgAvtaA===";

test("text that lz-string packed comes out as it was", () => {
	expect(decompressLzString(PACKED, 1_000)).toEqual({ kind: "text", text: TEXT });
});

test("text longer than the limit is refused", () => {
	expect(decompressLzString(PACKED, 10)).toEqual({ kind: "too-large" });
});

test("text that ends too early is malformed", () => {
	expect(decompressLzString(PACKED.slice(0, 20), 1_000)).toEqual({ kind: "malformed" });
});
