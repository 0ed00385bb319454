import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { PageAnswer } from "../../../src/server/answers/page-answer.ts";

const TEXT = "Some text that repeats itself, and again: some text. ".repeat(200);

test("every coding says the same, whichever was made first", async () => {
	for (const first of ["br", "gzip", "identity"] as const) {
		const answer = new PageAnswer(TEXT, ignore);

		await answer.body(first);
		const [br, gzip, identity] = [
			await answer.body("br"),
			await answer.body("gzip"),
			await answer.body("identity"),
		];

		expect(brotliDecompressSync(br).toString()).toBe(TEXT);
		expect(gunzipSync(gzip).toString()).toBe(TEXT);
		expect(identity.toString()).toBe(TEXT);
	}
});

test("those who ask at the same time wait for one body", async () => {
	const answer = new PageAnswer(TEXT, ignore);

	const bodies = await Promise.all(Array.from({ length: 50 }, () => answer.body("br")));

	expect(new Set(bodies).size).toBe(1);
});

/** Words that come again in another order each time: the more effort, the smaller. */
const VARIED_TEXT = Array.from({ length: 2000 }, (_, index) => `word-${(index * 7919) % 307}`).join(
	" ",
);

test("polishing makes the body smaller and changes nothing that a client compares", async () => {
	const answer = new PageAnswer(VARIED_TEXT, ignore);
	const { etag } = answer;
	const quick = await answer.body("br");

	await answer.polish("br");
	const best = await answer.body("br");

	expect(best.byteLength).toBeLessThan(quick.byteLength);
	expect(brotliDecompressSync(best)).toEqual(brotliDecompressSync(quick));
	expect(answer.etag).toBe(etag);
});

test("the bytes that it reports are those that it holds", async () => {
	let reported = 0;
	const answer = new PageAnswer(TEXT, (bytes) => {
		reported += bytes;
	});

	await answer.body("br");
	await answer.body("gzip");
	await answer.polish("br");
	const bodies = [await answer.body("br"), await answer.body("gzip")];

	const held = bodies.reduce((sum, body) => sum + body.byteLength, 0);
	expect(reported).toBe(held);
	expect(answer.bytes).toBe(held);
});

test("a sealed answer keeps the headers of the first one, but for those of its coding", async () => {
	const answer = new PageAnswer(TEXT, ignore);
	await answer.body("gzip");
	answer.seal({
		"content-type": "text/html",
		"x-rule": "yes",
		"content-encoding": "gzip",
		"content-length": 12,
		date: "then",
	});
	await answer.body("identity");

	const length = String(Buffer.byteLength(TEXT));
	expect(answer.coded("identity")?.headers).toEqual([
		"content-type",
		"text/html",
		"x-rule",
		"yes",
		"content-length",
		length,
	]);
	expect(answer.coded("gzip")?.headers).toContain("content-encoding");
	expect(answer.coded("br")).toBeUndefined();
	expect(answer.headersNotModified).toEqual(["x-rule", "yes"]);
});

function ignore(): void {}
