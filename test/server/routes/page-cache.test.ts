import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Metrics } from "../../../src/platform/observability/metrics.ts";
import { createPreviewSigner } from "../../../src/server/authorization/preview-signer.ts";
import { countedDocumentsSite } from "../../support/counted-documents-site.ts";
import { recordedLog } from "../../support/recorded-log.ts";
import { createTestSite } from "../../support/test-site.ts";
import { visit } from "../../support/visit.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;

const FILES = {
	"site.yaml":
		"name: Example\nurl: https://example.org\nrouteRules:\n  /guide/**:\n    headers:\n      x-rule: docs\n  /marked:\n    prerender: true\n",
	"pages/index.md": "# Welcome\n\nHello.\n",
	"pages/guide.md": `# Guide\n\n${"A long text about something. ".repeat(300)}\n`,
	"pages/marked.md": "# Marked\n",
	"pages/guarded.md": "---\nmiddleware: [preview]\n---\n\n# Guarded\n",
	"pages/draft.md": "---\ndraft: true\n---\n\n# Draft\n",
	"pages/later.md": `---\npublishAt: ${new Date(NOON + HOUR).toISOString()}\n---\n\n# Later\n`,
	"pages/leaving.md": `---\nexpiresAt: ${new Date(NOON + HOUR).toISOString()}\n---\n\n# Leaving\n`,
};

const ONE_ASSET = {
	live: { id: "test-build", timestamp: NOON },
	readAsset: async () => ({
		body: { identity: Buffer.from("let app;") },
		mediaType: "text/javascript",
		modules: [],
	}),
	metaOf: async () => undefined,
};

const BROTLI = { "accept-encoding": "br" };
const CODINGS = ["identity", "gzip", "br"] as const;
const TARGETS = ["/guide", "/guide?utm_source=x", "/guide/_payload.json?test-build"];

describe.for(TARGETS)("%s", (url) => {
	test.for(
		CODINGS,
	)("answers the second time as the first, or with 304 or the header alone, in %s", async (coding) => {
		const { service, rendered } = await countedDocumentsSite(FILES);
		const ask = { url, headers: { "accept-encoding": coding } };

		const first = await visit(service, ask);
		const before = rendered();
		const second = await visit(service, ask);
		const head = await visit(service, { ...ask, method: "HEAD" });

		expect(first.statusCode).toBe(200);
		expect(rendered()).toBe(before);
		expect(withoutDate(second.headers)).toEqual(withoutDate(first.headers));
		expect(second.rawPayload).toEqual(first.rawPayload);
		expect([head.statusCode, head.body]).toEqual([200, ""]);
		expect(withoutDate(head.headers)).toEqual(withoutDate(first.headers));
		expect(first.headers["content-encoding"] ?? "identity").toBe(coding);
		expect(first.headers.vary).toContain("accept-encoding");
		expect(first.headers["content-security-policy"]).toContain("default-src 'none'");
		expect(Number(first.headers["content-length"])).toBe(first.rawPayload.byteLength);
		expect(decoded(first.rawPayload, coding)).toBe((await visit(service, url)).body);

		const { etag = "", vary } = first.headers;
		const conditional = { url, headers: { ...ask.headers, "if-none-match": etag } };
		const kept = await visit(service, conditional);
		const other = await visit((await countedDocumentsSite(FILES)).service, conditional);
		for (const answer of [kept, other]) {
			expect([answer.statusCode, answer.body]).toEqual([304, ""]);
			expect(answer.headers).toMatchObject({ etag, vary, "cache-control": "no-cache" });
			expect(answer.headers).not.toHaveProperty("content-length");
			expect(answer.headers).not.toHaveProperty("content-encoding");
		}
	});
});

test("what is kept is sent before the framework hears of the request", async () => {
	const { service } = await createTestSite({ files: FILES });
	const heard: string[] = [];
	service.addHook("onRequest", async ({ method }) => void heard.push(method));

	const first = await visit(service, "/guide");
	await visit(service, "/guide");
	await visit(service, { url: "/guide", method: "HEAD" });
	await visit(service, { url: "/guide", headers: { "if-none-match": String(first.headers.etag) } });
	const posted = await visit(service, { url: "/guide", method: "POST" });

	expect(heard).toEqual(["GET", "POST"]);
	expect(posted.statusCode).toBe(405);
});

test.each([
	["room", 1024 * 1024, 1],
	["no room", 0, 0],
])("answers of every kind share one cache: %s", async (_what, pageCacheBytes, keptOfEach) => {
	const metrics = new Metrics();
	const { service } = await createTestSite({
		files: { ...FILES, "public/data.json": "{}" },
		dependencies: { metrics, pageCacheBytes, builds: ONE_ASSET },
	});
	await service.ready();
	const kept: number[] = [];

	for (const url of [
		"/guide",
		"/guide/_payload.json?test-build",
		"/__nuxt_island/page-list.json?path=/",
		"/_nuxt/app.AAAA.js",
		"/data.json",
		"/a-page-that-is-not-there",
	]) {
		const before = answersKept(metrics);
		// Of what clients make up, only what is asked for again is kept.
		const [first, second] = [await visit(service, url), await visit(service, url)];
		kept.push(answersKept(metrics) - before);
		expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
	}

	expect(kept).toEqual(Array.from({ length: 6 }, () => keptOfEach));
});

test("the log tells of a kept answer as of any other", async () => {
	const { log, lines } = recordedLog("info");
	const { service } = await createTestSite({ files: FILES, dependencies: { log } });

	await visit(service, "/guide?q=secret");
	await visit(service, "/guide?q=secret");

	const answered = lines.filter((line) => line.includes("Answered")).map(withoutItsOwn);
	expect(answered).toHaveLength(2);
	expect(answered[1]).toBe(answered[0]);
	expect(answered[0]).toContain('"method":"GET","path":"/guide","status":200');
});

test("visitors who come at the same time are answered from one rendering", async () => {
	const { service, rendered } = await countedDocumentsSite(FILES);

	const visitors = Array.from({ length: 20 }, () =>
		visit(service, { url: "/guide", headers: BROTLI }),
	);
	const answers = await Promise.all(visitors);

	expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
	expect(rendered()).toBe(1);
});

test("a query that no page looks at shares the answer; a canonical one has its own", async () => {
	const { service, rendered } = await countedDocumentsSite(FILES);
	const plain = await visit(service, "/guide");

	const campaign = await visit(service, "/guide?utm_source=x&fbclid=1");
	expect(campaign.body).toBe(plain.body);
	expect(rendered()).toBe(1);

	const second = await visit(service, "/guide?page=2");
	expect(second.body).toContain('href="https://example.org/guide?page=2"');
	expect((await visit(service, "/guide")).body).toBe(plain.body);
});

test("a preview is shown to its visitor alone", async () => {
	const { service } = await createTestSite({ files: FILES });

	const shown = await visit(service, `/draft?preview=${preview("/draft")}`);
	const payload = await visit(service, `/draft/_payload.json?b&preview=${preview("/draft")}`);

	expect(shown.statusCode).toBe(200);
	expect(payload.statusCode).toBe(200);
	for (const url of ["/draft", "/draft?preview=", "/draft?preview=x", "/draft/_payload.json?b"]) {
		expect((await visit(service, url)).statusCode, url).toBe(404);
	}
});

const QUERIES = ["?x", "?page=2"];

test.each(
	QUERIES,
)("with %s, a public page is not kept as its preview, and middleware judges every request", async (query) => {
	const { service } = await createTestSite({ files: FILES });
	const get = (path: string, more = "") => visit(service, path + query + more);

	const previewed = await get("/guide", `&preview=${preview("/guide")}`);
	const allowed = await get("/guarded", `&preview=${preview("/guarded")}`);

	expect(previewed.body).toContain("noindex");
	expect((await get("/guide")).body).not.toContain("noindex");
	expect(allowed.statusCode).toBe(200);
	expect((await get("/guarded")).statusCode).not.toBe(200);
});

test.each(
	QUERIES,
)("with %s, a page that has its hour appears in the navigation of the others, or is gone", async (query) => {
	let nowMs = NOON;
	const { service } = await createTestSite({ files: FILES, dependencies: { now: () => nowMs } });

	const before = await visit(service, `/guide${query}`);
	const leaving = await visit(service, `/leaving${query}`);
	nowMs = NOON + HOUR;
	const after = await visit(service, `/guide${query}`);
	const left = await visit(service, `/leaving${query}`);

	expect(before.body).not.toContain("Later");
	expect(after.body).toContain("Later");
	expect(after.headers.etag).not.toBe(before.headers.etag);
	expect([leaving.statusCode, left.statusCode]).toEqual([200, 404]);
});

test.each(QUERIES)("with %s, a new revision is what everybody sees from then on", async (query) => {
	const old = await createTestSite({ files: FILES });
	const fresh = await createTestSite({ files: { ...FILES, "pages/guide.md": "# Changed\n" } });
	let live = old.revision;
	const { service } = await createTestSite({
		files: FILES,
		dependencies: { revision: () => live },
	});
	const before = await visit(service, `/guide${query}`);

	live = fresh.revision;
	const after = await visit(service, {
		url: `/guide${query}`,
		headers: { "if-none-match": String(before.headers.etag) },
	});

	expect(after.statusCode).toBe(200);
	expect(after.body).toContain("Changed");
});

test.each([
	["paths", (index: number) => `/unknown-${index}`],
	["queries", (index: number) => `/guide?x=${index}`],
	["pages of a page", (index: number) => `/guide?page=${index}`],
	["payloads", (index: number) => `/unknown-${index}/_payload.json?b`],
	["payload queries", (index: number) => `/guide/_payload.json?${index}&page=${index}`],
	["spellings", (index: number) => `/guide${"/".repeat(index + 1)}`],
])("a flood of %s leaves nothing behind", async (_what, targetOf) => {
	const metrics = new Metrics();
	const { service } = await createTestSite({ files: FILES, dependencies: { metrics } });
	await visit(service, "/guide");
	await visit(service, "/guide/_payload.json?b");
	const before = answersKept(metrics);

	for (let index = 0; index < 100; index += 1) await visit(service, targetOf(index));

	expect(before).toBe(2);
	expect(answersKept(metrics)).toBe(before);
});

test("pages that are marked, and the home page, are ready before anybody asks", async () => {
	const { service, rendered } = await countedDocumentsSite(FILES);

	await service.warmUp();
	const ready = rendered();
	for (const url of ["/", "/marked"]) await visit(service, { url, headers: BROTLI });

	expect(ready).toBe(2);
	expect(rendered()).toBe(ready);
});

test("after a swap, what was visited most is ready as well", async () => {
	const other = await createTestSite({ files: { ...FILES, "pages/marked.md": "# Changed\n" } });
	const { service, rendered, swap } = await countedDocumentsSite(FILES);
	for (let count = 0; count < 3; count += 1) await visit(service, "/guide");

	swap(other.revision);
	await service.warmUp();
	const ready = rendered();
	await visit(service, { url: "/guide", headers: BROTLI });

	expect(rendered()).toBe(ready);
});

/** What is another for every request, made the same; everything else stays, in its order. */
function withoutItsOwn(line: string): string {
	return line
		.replace(/"time":"[\d:TZ.-]{24}"/, '"time":""')
		.replace(/"reqId":"[\w-]{18,}"/, '"reqId":""')
		.replace(/"durationMs":[\d.]+/, '"durationMs":0');
}

function decoded(body: Buffer, coding: (typeof CODINGS)[number]): string {
	if (coding === "br") return brotliDecompressSync(body).toString();
	return (coding === "gzip" ? gunzipSync(body) : body).toString();
}

function withoutDate({ date: _date, ...headers }: Readonly<Record<string, unknown>>): object {
	const { connection: _connection, ...rest } = headers;
	return rest;
}

function preview(path: string): string {
	return createPreviewSigner("test-secret").sign(path, NOON + HOUR);
}

function answersKept(metrics: Metrics): number {
	return Number(/^page_cache_answers (\d+)$/m.exec(metrics.render())?.[1]);
}
