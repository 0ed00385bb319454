import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Answer } from "../../../src/server/http-cache/answer.ts";

const TEXT = "Some text that repeats itself, and again: some text. ".repeat(200);

test("every coding says the same, whichever was made first", async () => {
	for (const first of ["br", "gzip", "identity"] as const) {
		const answer = textAnswer();

		await answer.body(first);

		expect(brotliDecompressSync(await answer.body("br")).toString()).toBe(TEXT);
		expect(gunzipSync(await answer.body("gzip")).toString()).toBe(TEXT);
		expect((await answer.body("identity")).toString()).toBe(TEXT);
	}
});

test.each([
	"application/atom+xml; charset=utf-8",
	"application/manifest+json",
	"image/svg+xml",
])("%s is coded", (mediaType) => {
	const answer = new Answer({ body: TEXT, mediaType }, () => undefined);

	expect(answer.isCodable).toBe(true);
});

test("the original is given up for its coded form, and every change is reported", async () => {
	const reported: number[] = [];
	const answer: Answer = textAnswer(() => reported.push(answer.bytes));
	const before = answer.bytes;

	const br = await answer.body("br");
	answer.seal(() => ({ "x-rule": "yes" }));

	expect(before).toBe(TEXT.length);
	expect(reported).toEqual([br.length, br.length + "x-ruleyes".length]);
});

test("a sealed answer has the headers of the first response without cookies and coding, and 304 has the validator", async () => {
	const answer = textAnswer();
	await answer.body("gzip");
	answer.seal(() => ({
		"content-type": "text/html",
		"x-rule": "yes",
		link: ["</a>", "</b>"],
		etag: 'W/"first"',
		vary: "accept-encoding",
		// A kept answer is for many visitors.
		"set-cookie": ["a=1", "b=2"],
		"content-encoding": "gzip",
		"content-length": 12,
		date: "then",
	}));
	await answer.body("identity");

	const named = ["etag", 'W/"first"', "vary", "accept-encoding"];
	const rest = ["x-rule", "yes", "link", "</a>", "link", "</b>", ...named];
	expect(answer.readyFor({})).toEqual({
		status: 200,
		headers: ["content-type", "text/html", ...rest, "content-length", String(TEXT.length)],
		body: Buffer.from(TEXT),
	});
	expect(answer.readyFor({ "accept-encoding": "gzip" })?.headers).toContain("content-encoding");
	expect(answer.readyFor({ "accept-encoding": "br" })).toBeUndefined();
	expect(answer.readyFor({ "if-none-match": answer.etag })).toEqual({
		status: 304,
		headers: named,
		body: undefined,
	});
});

test("an answer is not ready before it is sealed", async () => {
	const answer = textAnswer();

	await answer.body("br");

	expect(answer.readyFor({ "accept-encoding": "br" })).toBeUndefined();
	expect(answer.readyFor({ "if-none-match": "*" })).toBeUndefined();
});

test.each([
	["a picture", "image/png", TEXT],
	["a short text", "text/plain", "short"],
])("%s is sent as it is", (_what, mediaType, text) => {
	const answer = new Answer({ body: text, mediaType }, ignore);
	answer.seal(() => ({ "content-type": mediaType }));

	expect(answer.codingFor({ "accept-encoding": "br" })).toBe("identity");
	expect(answer.readyFor({ "accept-encoding": "br" })?.body?.toString()).toBe(text);
});

test("an error has no validator: it is never not modified", () => {
	const parts = { body: TEXT, mediaType: "text/html", status: 404 };

	const answer = new Answer(parts, ignore);

	expect(answer.isKnownTo({ "if-none-match": "*" })).toBe(false);
});

function textAnswer(onGrown: () => void = ignore): Answer {
	return new Answer({ body: TEXT, mediaType: "text/html" }, onGrown);
}

function ignore(): void {}
