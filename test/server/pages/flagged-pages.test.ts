import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Garden\nurl: https://garden.example\n",
	"pages/index.md": "# Welcome\n\n::island{page-list path=/}\n\n::island{recent-pages}\n",
	"pages/open.md": "# Open\n",
	"pages/early-plans.md":
		"---\nflag: early\ndescription: Hidden description\n---\n# Hidden title\n\n## Hidden part\n\nHidden body.\n",
	"pages/variant.md": "---\nflag: {key: layout, variant: wide}\n---\n# Hidden title\n",
};

test("the document of a page with a flag says nothing of its content", async () => {
	const { statusCode, body } = await ask({ files: FILES }, "/early-plans");

	expect(statusCode).toBe(200);
	expect(body).not.toMatch(/Hidden/);
	expect(body).toContain("<title>Early Plans | Garden</title>");
	expect(body).toContain('<meta name="robots" content="noindex"');
	expect(body).toMatch(/<h1>Early Plans<\/h1>/);
	expect(body).toContain("This page loads automatically if you have access.");
});

test("its payload has the content, and whom it is for", async () => {
	const { service } = await createTestSite({ files: FILES });

	const early = await service.inject("/early-plans/_payload.json");
	const variant = await service.inject("/variant/_payload.json");

	expect(early.json()).toMatchObject({
		kind: "page",
		page: { title: "Hidden title", flag: { key: "early" }, robots: "noindex" },
	});
	expect(variant.json().page.flag).toEqual({ key: "layout", variant: "wide" });
});

test.each([
	["flag: two words", /"flag" must be/],
	["flag: []", /"flag" must be the key of a feature flag, or a map of key and variant/],
	["flag: {variant: wide}", /"flag/],
	["flag: {key: early, varaint: wide}", /"flag/],
])("with %j, the flag of the page is unknown, so no visitor sees it", async (line, problem) => {
	const files = { "pages/index.md": "# Welcome\n", "pages/odd.md": `---\n${line}\n---\n# Odd\n` };
	const { service, revision } = await createTestSite({ files });

	const { statusCode, body } = await service.inject("/odd/_payload.json");

	expect(statusCode).toBeGreaterThanOrEqual(404);
	expect(body).not.toContain("# Odd");
	expect(revision.problems.map(({ message }) => message)).toContainEqual(
		expect.stringMatching(problem),
	);
});
