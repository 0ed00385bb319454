import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";
import { MARKER, PRIVATE, signedInSite, VISITORS, type Visitor } from "./private-site.ts";

/** Words that may be names of groups, which no problem can tell. */
const NAMES = ["access: yes", "access: singed-in"];

const UNREADABLE = [
	...["access: [1]", "access:", "access: []", "access: {groups: [staff]}", ...NAMES],
	...["acces: [staff]", "Access: [staff]", "access: [staff"],
];

test("a rule that cannot be read lets no visitor in", async () => {
	const boards = UNREADABLE.flatMap((line, index) => [
		[`pages/board-${index}/index.md`, `---\n${line}\n---\n# Zebrafish board\n`],
		[`pages/board-${index}/deep.md`, PRIVATE],
	]);
	const { service, revision } = await signedInSite({
		"pages/index.md": "# Welcome\n",
		...Object.fromEntries(boards),
	});

	for (const headers of Object.values(VISITORS)) {
		const paths = UNREADABLE.flatMap((_, index) => [`/board-${index}`, `/board-${index}/deep`]);
		for (const url of [...paths, "/sitemap.xml", "/"]) {
			const { body } = await service.inject({ url, headers });
			expect(body, url).not.toMatch(MARKER);
		}
	}
	const named = new Set(revision.problems.map(({ file }) => file));
	const isNamed = (index: number): boolean => named.has(`pages/board-${index}/index.md`);
	expect(UNREADABLE.filter((_, index) => !isNamed(index))).toEqual(NAMES);
});

test.each([
	"accent: green",
	"success: true",
	"excess: 1",
])("a key that is only similar to a rule hides nothing: %s", async (line) => {
	const files = { "index.md": "# Welcome\n", "page.md": `---\n${line}\n---\n# Page\n` };
	const { service } = await createTestSite({ files });

	expect((await service.inject("/page")).statusCode).toBe(200);
});

test.each([
	"ruled/**: [staff]",
	"/a/*/b: [staff]",
	"/ruled/**: {}",
	"/ruled/**: []",
	"/ruled/**:",
])("a site.yaml with a rule that cannot be read is refused: %s", async (line) => {
	const files = { "site.yaml": `access:\n  paths:\n    ${line}\n`, "pages/index.md": "# Hi\n" };

	await expect(createTestSite({ files })).rejects.toThrow("must be");
});

test("a rule holds in all languages and versions, and the narrowest of a path counts", async () => {
	const { service } = await signedInSite({
		"site.yaml": `locales:
  - {code: en, label: English}
  - {code: de, label: Deutsch}
access:
  paths:
    /ruled/**: [staff]
    /ruled/all/**: public
    /ruled/:name/secret: [board]
`,
		"pages/index.md": "# Welcome\n",
		"pages/ruled/deep.md": PRIVATE,
		"pages/de/ruled/deep.md": PRIVATE,
		"pages/matter.md": `---\naccess: signed-in\n---\n${PRIVATE}`,
		"pages/de/matter.md": PRIVATE,
		"pages/plain.md": `---\naccess: [staff]\n---\n${PRIVATE}`,
		"pages/ruled/all/page.md": "# For all\n",
		"pages/ruled/all/secret.md": PRIVATE,
		"pages/ruled/all/matter.md": `---\naccess: [board]\n---\n${PRIVATE}`,
	});
	const statusOf = async (url: string, visitor: Visitor): Promise<number> =>
		(await service.inject({ url, headers: VISITORS[visitor] })).statusCode;

	for (const url of ["/ruled/deep", "/de/ruled/deep", "/plain", "/de/plain"]) {
		expect(await statusOf(url, "outsider"), url).toBe(302);
		expect(await statusOf(url, "wrong group"), url).toBe(404);
		expect(await statusOf(url, "right group"), url).toBe(200);
	}
	for (const url of ["/matter", "/de/matter"]) {
		expect(await statusOf(url, "outsider"), url).toBe(302);
		expect(await statusOf(url, "signed in"), url).toBe(200);
	}
	expect(await statusOf("/ruled/all/page", "outsider")).toBe(200);
	expect(await statusOf("/ruled/all/secret", "right group")).toBe(404);
	expect(await statusOf("/ruled/all/matter", "right group")).toBe(404);
});
