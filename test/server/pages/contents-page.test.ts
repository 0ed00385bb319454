import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";

test("a folder without a home page gets one, which names what every visitor may see", async () => {
	const { service } = await createTestSite({
		files: {
			"site.yaml": "name: Example\ndescription: What it is for",
			"pages/1.guide/1.install.md": "# Install",
			"pages/1.guide/2.secret.md": "---\ndraft: true\n---\n# Secret",
			"pages/2.reference/a.md": "---\ntitle: A\n---",
			"pages/2.reference/b.md": "---\ntitle: B\n---",
			"pages/3.hidden/a.md": "---\nnavigation: false\n---\n# Hidden",
		},
	});

	const { body } = await service.inject("/");

	const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? "";
	expect(main).toContain("<h1>Example</h1>");
	expect(main).toContain("What it is for");
	expect(main).toContain(
		'<a class="hero-action hero-action-main" href="/guide/install">Install</a>',
	);
	expect(main).toMatch(/href="\/reference\/a"><strong class="card-title">Reference<.*A · B</);
	expect(main).not.toMatch(/secret|hidden/i);
});

test("a single section is no choice: its parts are named in its place", async () => {
	const { service } = await createTestSite({
		files: {
			"pages/docs/1.a.md": "# First",
			"pages/docs/2.b.md": "---\ntitle: Second\ndescription: What follows\n---",
		},
	});

	const { body } = await service.inject("/");

	expect(body).toContain('href="/docs/a">First</a>');
	expect(body).not.toContain('<strong class="card-title">First');
	expect(body).toMatch(
		/<strong class="card-title">Second<\/strong><span class="card-text">What follows/,
	);
});
