import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

test("a folder without a home page gets one, which names what every visitor may see", async () => {
	const { body } = await ask(
		{
			files: {
				"site.yaml": "name: Example\ndescription: What it is for",
				"pages/1.guide/1.install.md": "# Install",
				"pages/1.guide/2.secret.md": "---\ndraft: true\n---\n# Secret",
				"pages/2.reference/a.md": "---\ntitle: A\n---",
				"pages/2.reference/b.md": "---\ntitle: B\n---",
				"pages/3.hidden/a.md": "---\nnavigation: false\n---\n# Hidden",
			},
		},
		"/",
	);

	const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? "";
	expect(main).toContain("<h1>Example</h1>");
	expect(main).toContain("What it is for");
	expect(main).toContain(
		'<a class="hero-action hero-action-main" href="/guide/install">Install</a>',
	);
	expect(main).toMatch(/href="\/reference\/a"><strong class="card-title">Reference<.*A · B</);
	expect(main).not.toMatch(/secret|hidden/i);
});

test("a page without words names what is below it, and a home page without words leads in", async () => {
	const { service } = await createTestSite({
		files: {
			"pages/_index.md": "---\ntitle: Welcome\ndescription: All of it\n---\n",
			"pages/guide/_index.md": "---\ntitle: Guide\n---\n",
			"pages/guide/a.md": "---\ntitle: First\ndescription: How to start\n---\nText",
			"pages/guide/more/_index.md": "# More",
			"pages/guide/more/b.md": "# Second",
			"pages/guide/secret.md": "---\ndraft: true\n---\n# Secret",
			"pages/other/_index.md": "---\ntitle: Other\n---\nIt has words.",
			"pages/other/c.md": "# Third",
			"pages/guide/elsewhere.md": "---\nredirect: /other\n---\n# Elsewhere",
			"pages/guide/led/_index.md": "---\nredirect: /guide/led/d\n---\n# Led",
			"pages/guide/led/d.md": "# Fourth",
		},
	});
	const mainOf = async (path: string): Promise<string> =>
		/<main[\s\S]*<\/main>/.exec((await service.inject(path)).body)?.[0] ?? "";

	const [home, guide, more, other] = await Promise.all(
		["/", "/guide", "/guide/more", "/other"].map(mainOf),
	);

	expect(home).toMatch(/<h1>Welcome<\/h1>\s*<p class="hero-tagline">All of it</);
	expect(home).toContain('href="/guide"><strong class="card-title">Guide<');
	expect(guide).toMatch(/href="\/guide\/a"><strong class="card-title">First<.*How to start</);
	expect(guide).toMatch(/href="\/guide\/more"><strong class="card-title">More</);
	expect(guide).toMatch(/href="\/guide\/led\/d"><strong class="card-title">Led</);
	expect(guide).not.toMatch(/Secret|card-title">Elsewhere/);
	expect(more).toContain('<strong class="card-title">Second<');
	expect(other).not.toContain("card-title");
});

test("a single section is no choice: its parts are named in its place", async () => {
	const { body } = await ask(
		{
			files: {
				"pages/docs/1.a.md": "# First",
				"pages/docs/2.b.md": "---\ntitle: Second\ndescription: What follows\n---",
			},
		},
		"/",
	);

	expect(body).toContain('href="/docs/a">First</a>');
	expect(body).not.toContain('<strong class="card-title">First');
	expect(body).toMatch(
		/<strong class="card-title">Second<\/strong><span class="card-text">What follows/,
	);
});
