import { expect, test } from "vitest";
import { countedDocumentsSite } from "../../support/counted-documents-site.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n\n::island{name=recent-pages}\n",
	"pages/guide.md": "# Guide\n\nHello.\n",
};

test("two servers make the same document of a query", async () => {
	const { service } = await countedDocumentsSite(FILES);
	const other = await countedDocumentsSite(FILES);
	await service.inject("/?page=1");

	const kept = await service.inject("/?page=2");
	const fresh = await other.service.inject("/?page=2");

	expect(kept.body).toBe(fresh.body);
	expect(kept.headers.etag).toBe(fresh.headers.etag);
});
