import { expect, test } from "vitest";
import { countedDocumentsSite } from "../../support/counted-documents-site.ts";
import { createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n\n::island{name=recent-pages}\n",
	"pages/guide.md": "# Guide\n\nHello.\n",
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

function canonicalIn(document: string): string | undefined {
	return /<link rel="canonical" href="([^"]+)"/.exec(document)?.[1];
}
