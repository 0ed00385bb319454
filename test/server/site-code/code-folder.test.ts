import { expect, test } from "vitest";
import { listCodeFolder, pageOf } from "../../../src/server/site-code/code-folder.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

test.each([
	["pages/index.tsx", "/"],
	["pages/pricing.tsx", "/pricing"],
	["pages/1.guide/2.start.mdx", "/guide/start"],
	["pages/team/index.jsx", "/team"],
	["pages/team/[name].tsx", "/team/:name"],
	["pages/team/[name]/posts.tsx", "/team/:name/posts"],
	["pages/files/[...rest].tsx", "/files/*"],
])("%s is the page at %s", (file, pattern) => {
	expect(pageOf(file).pattern).toBe(pattern);
});

test("the most specific pattern comes first, and tests are no modules", async () => {
	const folder = await writeSiteFolder({
		"pages/[...rest].tsx": "",
		"pages/team/[name].tsx": "",
		"pages/team/ada.tsx": "",
		"pages/team/ada.test.tsx": "",
		"pages/team/photo.png": "",
		"components/plan-table.tsx": "",
		"components/parts/cell.tsx": "",
		"components/SectionTitle/index.tsx": "",
		"api/shop/[...rest].ts": "",
		"api/shop/[id].ts": "",
		"api/shop/quote.ts": "",
		"styles.css": "",
	});

	const listed = listCodeFolder(folder);

	expect(listed.pages.map(({ pattern }) => pattern)).toEqual(["/team/ada", "/team/:name", "/*"]);
	expect(listed.components).toEqual({
		SectionTitle: "components/SectionTitle/index.tsx",
		"plan-table": "components/plan-table.tsx",
	});
	expect(listed.api).toEqual([
		{ pattern: "/api/shop/quote", file: "api/shop/quote.ts" },
		{ pattern: "/api/shop/:id", file: "api/shop/[id].ts" },
		{ pattern: "/api/shop/*", rest: "rest", file: "api/shop/[...rest].ts" },
	]);
	expect(listed.styles).toBe("styles.css");
});
