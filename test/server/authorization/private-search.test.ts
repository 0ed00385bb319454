import { expect, test } from "vitest";
import { createSearchSite } from "../../support/search-site.ts";
import { createTestSite } from "../../support/test-site.ts";
import { MARKER } from "./private-site.ts";

test("private pages take no places of public ones in search", async () => {
	const many = Array.from({ length: 60 }, (_, index) => [
		`p${index}.md`,
		`# Plan plan\n\nplan ${index}\n`,
	]);
	const { find } = await createSearchSite({
		"site.yaml": "access:\n  paths:\n    /many/**: [staff]\n",
		"pages/open.md": `# Open\n\n${"words ".repeat(300)} plan\n`,
		...Object.fromEntries(many.map(([name, text]) => [`pages/many/${name}`, text])),
	});

	expect((await find("plan")).results.map(({ url }) => url)).toEqual(["/open"]);
});

test("what was made while a page became private is not kept for the time after", async () => {
	const [before, after] = await Promise.all(
		["", "---\naccess: [staff]\n---\n"].map((head) =>
			createTestSite({ files: { "index.md": "# Welcome\n", "plan.md": `${head}# Zebrafish\n` } }),
		),
	);
	let current = before?.revision;
	let asked = 0;
	const { service } = await createTestSite({
		files: {},
		dependencies: {
			revision: () => current ?? expect.unreachable(),
			search: {
				async search() {
					asked += 1;
					current = after?.revision;
					return { json: JSON.stringify({ results: asked < 4 ? "Zebrafish" : "" }), isFinal: true };
				},
			},
		},
	});

	for (let times = 0; times < 3; times += 1) {
		current = before?.revision;
		await service.inject("/api/search?q=plan");
	}
	const { body } = await service.inject("/api/search?q=plan");

	expect(body).not.toMatch(MARKER);
});
