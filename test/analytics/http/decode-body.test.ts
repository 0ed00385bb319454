import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type DecodedBody,
	decodeBody,
	MAX_UNPACKED_BYTES,
} from "../../../src/analytics/http/decode-body.ts";
import { lengthsOf } from "../../support/lengths.ts";

const { timesAsManyRuns } = lengthsOf("test/analytics/http/decode-body.test.ts");

const MEGABYTE = 1024 * 1024;
const EVENT = { event: "hello", properties: { distinct_id: "u", text: "ümlaut + / = &" } };
const JSON_TEXT = JSON.stringify(EVENT);

describe("decodeBody() reads every form that clients send", () => {
	const base64 = Buffer.from(JSON_TEXT).toString("base64");
	const form = "application/x-www-form-urlencoded";
	const forms: Readonly<Record<string, DecodedBody>> = {
		"plain JSON": decode(JSON_TEXT),
		"JSON behind white space": decode(`\n ${JSON_TEXT}\n`),
		"gzip that nothing names": decode(gzipSync(JSON_TEXT)),
		"gzip in base64": decode(gzipSync(JSON_TEXT).toString("base64")),
		"base64 of JSON": decode(base64),
		"a form with escaped base64": decode(`data=${encodeURIComponent(base64)}`, form),
		"a form whose data is not its first field": decode(
			`ip=1&data=${encodeURIComponent(base64)}`,
			form,
		),
		"a form with JSON": decode(`data=${encodeURIComponent(JSON_TEXT)}`, form),
		"JSON that calls itself a form": decode(JSON_TEXT, form),
		"gzip of a form": decode(gzipSync(`data=${encodeURIComponent(base64)}`), form),
	};
	for (const [name, decoded] of Object.entries(forms)) {
		test(name, () => {
			expect(decoded).toMatchObject({ kind: "value", value: EVENT });
		});
	}

	test("the data of a pixel, whose plus signs became spaces", () => {
		const data = base64.replaceAll("+", " ");

		const decoded = decodeBody({
			body: Buffer.alloc(0),
			contentType: undefined,
			contentEncoding: undefined,
			data,
			maxJsonBytes: MAX_UNPACKED_BYTES,
		});

		expect(decoded).toMatchObject({ kind: "value", value: EVENT });
	});

	test("a lone surrogate, which is kept", () => {
		expect(decode('{"event":"\\ud83d"}')).toMatchObject({ value: { event: "\ud83d" } });
	});
});

describe("decodeBody() refuses what would cost more than it is worth", () => {
	const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
	const lying = Buffer.from(bomb);
	lying.writeUInt32LE(1_000, lying.length - 4);
	const manyKeys = `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(",")}}`;
	const attacks: Readonly<Record<string, readonly [body: Buffer | string, status: number]>> = {
		"a gzip bomb of 1:1000": [bomb, 413],
		"a gzip bomb that lies about its size": [lying, 413],
		"a gzip bomb in base64": [bomb.toString("base64"), 413],
		"gzip of a gzip bomb": [gzipSync(bomb), 413],
		"gzip of gzip that is large": [gzipSync(gzipSync(randomBytes(3 * MEGABYTE))), 413],
		"junk of three megabytes": [Buffer.alloc(3 * MEGABYTE, 0xe9), 413],
		"gzip in gzip in gzip in gzip in gzip": [nested(5), 400],
		"an object with a hundred thousand keys": [manyKeys, 400],
		"arrays that are 10,000 deep": ["[".repeat(10_000) + "]".repeat(10_000), 400],
		"objects that are 10,000 deep": [`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 400],
		"broken gzip": [Buffer.from([0x1f, 0x8b, 1, 2, 3]), 400],
		"truncated gzip": [gzipSync(JSON_TEXT).subarray(0, 40), 400],
		nothing: ["", 400],
		"white space": ["  \n", 400],
	};
	for (const [name, [body, status]] of Object.entries(attacks)) {
		test(name, () => {
			const decoded = decode(body);

			expect(decoded).toMatchObject({ kind: "refused", status });
		});
	}
});

test("whatever arrives is either a value or a refusal", () => {
	const bytes = fc.oneof(
		fc.uint8Array({ maxLength: 300 }),
		fc.json().map((json) => Buffer.from(json)),
		fc.json().map((json) => gzipSync(json)),
		fc.base64String().map((text) => Buffer.from(`data=${text}`)),
		fc.uint8Array().map((tail) => Buffer.concat([Buffer.from([0x1f, 0x8b]), tail])),
	);
	const hints = fc.record({
		contentType: fc.option(fc.constantFrom("application/x-www-form-urlencoded", "text/plain"), {
			nil: undefined,
		}),
		compression: fc.option(fc.constantFrom("gzip-js", "base64", "lz64", "br"), { nil: undefined }),
	});

	fc.assert(
		fc.property(bytes, hints, (body, { contentType, compression }) => {
			const request = {
				body: Buffer.from(body),
				contentType,
				contentEncoding: undefined,
				compression,
				maxJsonBytes: MAX_UNPACKED_BYTES,
			};
			expect(["value", "refused"]).toContain(decodeBody(request).kind);
		}),
		{ numRuns: 500 * timesAsManyRuns },
	);
});

test("every JSON value survives every encoding", () => {
	fc.assert(
		fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))), (value) => {
			const text = JSON.stringify(value);
			const expected = { kind: "value", value: JSON.parse(text) };
			expect(decode(text)).toMatchObject(expected);
			expect(decode(gzipSync(text))).toMatchObject(expected);
			expect(decode(Buffer.from(text).toString("base64"))).toMatchObject(expected);
		}),
		{ numRuns: 200 * timesAsManyRuns },
	);
});

function decode(body: Buffer | string, contentType?: string): DecodedBody {
	return decodeBody({
		body: Buffer.from(body),
		contentType,
		contentEncoding: undefined,
		maxJsonBytes: MAX_UNPACKED_BYTES,
	});
}

function nested(layers: number): Buffer {
	let body = Buffer.from(JSON_TEXT);
	for (let layer = 0; layer < layers; layer += 1) body = gzipSync(body);
	return body;
}
