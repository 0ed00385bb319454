import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startLiveSite } from "../../support/start-live-site.ts";

const PAGE = join(import.meta.dirname, "../../../site/pages/6.extend/4.layouts.md");

test("the layout and the styles of the handbook work as the page says", async () => {
	const example = Array.from(
		readFileSync(PAGE, "utf8").matchAll(/^```\w+ filename=(\S+)\n(.+?)^```/gms),
		([, name = "", text = ""]) => [name, text] as const,
	);
	const site = await startLiveSite(
		{
			...Object.fromEntries(example),
			"pages/index.md": "# Welcome\n",
			"pages/framed.md": "---\nlayout: wide\n---\n# Framed\n\n<PriceNote />\n",
		},
		{ SITE_CODE: "true" },
	);

	const [framed, plain] = [await site.textOf("/framed"), await site.textOf("/")];
	const sheets = framed.matchAll(/<link rel="stylesheet" href="([^"]+)"/g);
	const styles = (await Promise.all([...sheets].map(([, href = ""]) => site.textOf(href)))).join();
	const [, note = "-"] = /<p class="([^"]+)">Without tax/.exec(framed) ?? [];

	expect((await site.state()).problems).toEqual([]);
	expect(framed).toMatch(/<div class="wide">.*<header.*<main id="main".*Framed.*<footer/s);
	expect(framed.match(/<main\b/g)).toHaveLength(1);
	expect(framed).toContain('class="skip-link"');
	expect(plain).not.toContain('class="wide"');
	expect(await site.textOf("/shop/peas")).toContain(
		'<nav aria-label="Breadcrumbs">Shop / Peas</nav><h1>Peas</h1>',
	);
	expect(styles).toContain(".wide{max-width:80rem");
	expect(styles).toContain(`.${note}{font-style:italic`);
});
