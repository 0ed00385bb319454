import { expect, test } from "vitest";
import { createPreviewSigner } from "../../../src/server/authorization/preview-signer.ts";
import { readRows } from "../../support/read-fixture.ts";
import { createTestSite } from "../../support/test-site.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

const FILES = {
	"site.yaml": "routeRules:\n  /**: {prerender: true}\n",
	"pages/index.md": "# Welcome\n\n::island{page-list path=/}\n\n::island{recent-pages}\n",
	"pages/guides/index.md": "# Guides\n\n::island{page-list path=/guides}\n",
	"pages/guides/open.md": "# Open\n",
	"pages/guides/draft.md": "---\ndraft: true\n---\n# Hidden title\n\nHidden body.\n",
	"pages/guides/later.md":
		"---\npublishAt: 2026-11-21T00:00:00Z\n---\n# Hidden title\n\nHidden body.\n",
	"pages/guides/over.md":
		"---\nexpiresAt: 2026-11-20T11:00:00Z\n---\n# Hidden title\n\nHidden body.\n",
	"pages/guides/client.md": "---\nmiddleware: [preview]\n---\n# Hidden title\n\nHidden body.\n",
	"pages/guides/flagged.md": "---\nflag: early\n---\n# Hidden title\n\nHidden body.\n",
	"pages/odd.md": "---\nmiddleware: [absent]\n---\n# Odd\n",
};

test("no listing names a hidden page, and no island shows one", async () => {
	const { service } = await createTestSite({ files: FILES });

	const urls = readRows<string>("hiding/listings.yaml", "listings");
	for (const url of urls) {
		const { body } = await service.inject(url);
		expect(body, url).not.toMatch(/Hidden|guides\/(draft|later|over|client|flagged)/);
	}
	const { body } = await service.inject("/_nuxt/builds/meta/test-build.json");
	expect(JSON.parse(body).prerendered.toSorted()).toEqual(["/", "/guides", "/guides/open"]);
});

// Which signatures hold: `preview-signer.test.ts`.
test("a signed link shows every hidden page, as a document and as a payload", async () => {
	const { service } = await createTestSite({ files: FILES });

	for (const path of ["draft", "later", "over", "client", "flagged"].map(
		(name) => `/guides/${name}`,
	)) {
		const token = createPreviewSigner("test-secret").sign(path, NOW + HOUR_MS);
		const document = await service.inject(`${path}?preview=${token}`);
		const payload = await service.inject(`${path}/_payload.json?test-build&preview=${token}`);

		expect([path, document.statusCode, payload.statusCode]).toEqual([path, 200, 200]);
		expect(document.body).toContain("Hidden body.");
		expect(document.body).toContain('name="robots" content="noindex"');
		expect(payload.json().page.html).toContain("Hidden body.");
	}
});

test("an unknown middleware name is a problem and 500 with its message, and its page is in no list", async () => {
	const { service, revision } = await createTestSite({ files: FILES });

	const document = await service.inject("/odd");
	const payload = await service.inject("/odd/_payload.json?test-build");
	const home = await service.inject("/_payload.json?test-build");
	const sitemap = await service.inject("/sitemap.xml");

	expect([document.statusCode, payload.statusCode]).toEqual([500, 500]);
	expect(document.body).toContain("Unknown route middleware: &#x27;absent&#x27;");
	expect(payload.json().error.message).toBe("Unknown route middleware: 'absent'");
	expect(JSON.stringify(home.json().navigation) + sitemap.body).not.toContain("/odd");
	expect(revision.problems).toContainEqual({
		file: "pages/odd.md",
		message: `The page names middleware that does not exist: "absent"`,
	});
});
