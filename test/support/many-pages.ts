import { discoverableSections } from "../../src/server/seo/discoverable-sections.ts";
import { createTestSite } from "./test-site.ts";

/** More pages than a sitemap may contain, and their site. */
export async function manyPages() {
	const { revision } = await createTestSite({ files: { "pages/index.md": "# Welcome\n" } });
	const [section] = discoverableSections(revision, { isListed: () => true });
	const [page] = section?.pages ?? [];
	if (page === undefined) throw new Error("The site has a page");
	return {
		pages: Array.from({ length: 50_001 }, (_, index) => ({ ...page, path: `/${index}` })),
		site: { ...revision.config.public, url: "https://example.org" },
	};
}
