import { expect, test } from "vitest";
import { createPreviewSigner } from "../../../src/server/visibility/preview-signer.ts";
import { countedDocumentsSite } from "../../support/counted-documents-site.ts";
import { createTestSite } from "../../support/test-site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n\n::island{name=recent-pages}\n",
	"pages/guide.md": "# Guide\n\nHello.\n",
	"pages/guarded.md": "---\nmiddleware: [preview]\n---\n\n# Guarded\n",
	"pages/draft.md": "---\ndraft: true\n---\n\n# Draft\n",
	"pages/later.md": `---\npublishAt: ${new Date(NOON + HOUR).toISOString()}\n---\n\n# Later\n`,
	"pages/leaving.md": `---\nexpiresAt: ${new Date(NOON + HOUR).toISOString()}\n---\n\n# Leaving\n`,
};

test("documents of one page have each their own canonical link", async () => {
	const { service } = await createTestSite({ files: FILES });

	const answers = [];
	for (const page of [1, 2, 3]) answers.push(await service.inject(`/guide?page=${page}`));

	expect(answers.map(({ body }) => canonicalIn(body))).toEqual([
		"https://example.org/guide?page=1",
		"https://example.org/guide?page=2",
		"https://example.org/guide?page=3",
	]);
	expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
});

test("two servers make the same document of a query", async () => {
	const { service } = await countedDocumentsSite(FILES);
	const other = await countedDocumentsSite(FILES);
	await service.inject("/?page=1");

	const kept = await service.inject("/?page=2");
	const fresh = await other.service.inject("/?page=2");

	expect(kept.body).toBe(fresh.body);
	expect(kept.headers.etag).toBe(fresh.headers.etag);
});

test("a new revision has documents of its own under every query", async () => {
	const fresh = await createTestSite({ files: { ...FILES, "pages/guide.md": "# Changed\n" } });
	const { service, swap } = await countedDocumentsSite(FILES);
	const before = await service.inject("/guide?page=2");

	swap(fresh.revision);
	const headers = { "if-none-match": String(before.headers.etag) };
	const after = await service.inject({ url: "/guide?page=2", headers });

	expect(after.statusCode).toBe(200);
	expect(after.body).toContain("Changed");
});

test("the date of a page shows in documents under every query", async () => {
	let nowMs = NOON;
	const { service } = await createTestSite({ files: FILES, dependencies: { now: () => nowMs } });
	const before = await service.inject("/guide?page=2");
	const leaving = await service.inject("/leaving?page=2");

	nowMs = NOON + HOUR;
	const after = await service.inject("/guide?page=2");
	const left = await service.inject("/leaving?page=2");

	expect(before.body).not.toContain("Later");
	expect(after.body).toContain("Later");
	expect([leaving.statusCode, left.statusCode]).toEqual([200, 404]);
});

test("under a query, a preview is shown to its visitor alone, and middleware judges each visitor", async () => {
	const { service } = await createTestSite({ files: FILES });
	const ask = (path: string) => service.inject(`${path}?page=2`);
	const preview = (path: string) => {
		const token = createPreviewSigner("test-secret").sign(path, NOON + HOUR);
		return service.inject(`${path}?page=2&preview=${token}`);
	};
	const before = await ask("/guide");

	const shown = [await preview("/draft"), await preview("/guarded"), await preview("/guide")];
	const hidden = [await ask("/draft"), await ask("/guarded")];

	expect(shown.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
	expect(hidden[0]?.statusCode).toBe(404);
	expect(hidden[1]?.statusCode).not.toBe(200);
	expect(shown[2]?.body).toContain("noindex");
	expect((await ask("/guide")).body).toBe(before.body);
});

function canonicalIn(document: string): string | undefined {
	return /<link rel="canonical" href="([^"]+)"/.exec(document)?.[1];
}
