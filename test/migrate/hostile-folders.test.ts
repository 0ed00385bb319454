import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAdoption } from "../../src/migrate/adopt.ts";
import { SourceFolder } from "../../src/migrate/source/source-folder.ts";
import { adopt } from "../support/adopt.ts";
import { writeSiteFolder } from "../support/site-folder.ts";
import { startLiveSite } from "../support/start-live-site.ts";

const CONFIG = ".vitepress/config.ts";

/** Short texts whose values need gigabytes, or minutes. */
const BOMBS: Readonly<Record<string, string>> = {
	"doubles a list 27 times": doubled(27, "[1, 2]", (name) => `[...${name}, ...${name}]`),
	"doubles a text 27 times": doubled(27, '"ab"', (name) => `${name} + ${name}`),
	"nests items 20 levels deep": doubled(
		20,
		'{ text: "A", link: "/a" }',
		(name) => `{ text: "A", items: [${name}, ${name}] }`,
	),
	"calls itself": "const f = () => [f(), f()];\nconst all = f();",
};

test.each(Object.entries(BOMBS))("a configuration that %s is left out", async (_name, text) => {
	const folder = await writeSiteFolder({ [CONFIG]: withSidebar(text), "index.md": "# Home" });

	const report = await adopt([folder]);

	expect(report).toMatch(/^Not read: \.vitepress\/config\.ts \(The .*\)$/m);
	expect(report).toContain("Pages: 1 of 1");
});

test("a folder whose configuration is a bomb is served, and the log names the command", async () => {
	const site = await startLiveSite({
		[CONFIG]: withSidebar(BOMBS["doubles a list 27 times"] ?? ""),
		"index.md": "# Home",
	});

	expect(await site.textOf("/")).toContain("Home");
	await expect.poll(() => messagesOf(site.log)).toContain('"npm run adopt -- FOLDER"');
});

test("a link into a sibling folder with the same prefix is not followed", async () => {
	const folder = await writeSiteFolder({
		"docs/own.md": "# Own",
		"docs-private/secret.md": "# Secret",
	});
	await symlink("../docs-private/secret.md", join(folder, "docs/secret.md"));
	await symlink("../docs-private", join(folder, "docs/more"));
	const source = new SourceFolder(join(folder, "docs"));

	expect(source.read("own.md")).toBe("# Own");
	expect(source.read("secret.md")).toBeUndefined();
	expect(source.names("more")).toEqual([]);
});

test("no code of the folder is executed", async () => {
	const folder = await writeSiteFolder({
		[CONFIG]: `import { writeFileSync } from "node:fs";
writeFileSync(new URL("../executed", import.meta.url), "");
export default { title: (() => { writeFileSync("executed", ""); return "Name"; })() };`,
		"index.md": "# Home",
	});

	const adoption = await readAdoption(
		folder,
		new URL("../../dist/migrate/recognizer.js", import.meta.url),
	);

	expect(adoption?.generator).toBe("VitePress");
	expect(new SourceFolder(folder).names("")).toEqual([".vitepress", "index.md"]);
});

function doubled(count: number, first: string, next: (name: string) => string): string {
	const lines = Array.from({ length: count }, (_, index) => {
		const name = index + 1 === count ? "all" : `a${index + 1}`;
		return `const ${name} = ${next(`a${index}`)};`;
	});
	return [`const a0 = ${first};`, ...lines].join("\n");
}

function withSidebar(text: string): string {
	return `${text}\nexport default { themeConfig: { sidebar: [all] } };`;
}

function messagesOf(log: readonly Readonly<Record<string, unknown>>[]): string {
	return log.map(({ msg }) => String(msg)).join("\n");
}
