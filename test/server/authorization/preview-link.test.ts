import { expect, test } from "vitest";
import { makePreviewLink } from "../../../src/server/authorization/preview-link.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { createTestSite } from "../../support/test-site.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

test("a link shows the draft, at the address that the site knows as its own", async () => {
	const files = {
		"site.yaml": "url: https://example.org\nbasePath: /docs\n",
		"pages/index.md": "# Welcome\n",
		"pages/My Draft.md": "---\ndraft: true\n---\n# Hidden title\n",
	};
	const { service, folder } = await createTestSite({ files });

	const link = await makePreviewLink(["/My%20Draft", "48"], {
		siteFolder: folder,
		environment: {},
		secret: "test-secret",
		nowMs: NOW,
	});
	const response = await service.inject(link.replace("https://example.org", ""));

	expect(link).toMatch(/^https:\/\/example\.org\/docs\/My%20Draft\?preview=\d+\.[\w-]{43}$/);
	expect(response.statusCode).toBe(200);
	expect(response.body).toContain("Hidden title");
});

test.each([
	[[], "The path must be"],
	[["draft"], "The path must be"],
	[["/a%2fb"], "The path must be"],
	[["/draft", "soon"], "The hours must be"],
	[["/draft", "-1"], "The hours must be"],
	[["/draft", "Infinity"], "The hours must be"],
])("%j is refused with its rule", async (words, rule) => {
	const siteFolder = await writeSiteFolder({ "pages/index.md": "# Welcome\n" });
	const sources = { siteFolder, environment: {}, secret: "test-secret", nowMs: NOW };

	await expect(makePreviewLink(words, sources)).rejects.toThrow(rule);
});
