import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openIconLibrary } from "../../../src/server/icons/icon-library.ts";
import { createSiteIcons } from "../../../src/server/icons/site-icons.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test.each([
	"heroicons:academic-cap",
	"lucide:menu",
	"simple-icons:github",
	"lucide:home",
])("%s of the product's collections is drawn", (name) => {
	expect(openIconLibrary(quiet()).resolve(name)).toMatch(
		/^<svg width="1em" height="1em" viewBox="0 0 24 24" aria-hidden="true"><.+><\/svg>$/,
	);
});

test.each([
	"lucide:no-such-icon",
	"absent:menu",
	"menu",
	"",
	"test:constructor",
	"__proto__:menu",
	"test:../../x",
	"test:dot:extra",
])("%j is no icon", (name) => {
	expect(libraryWith({ test: TEST_COLLECTION }).resolve(name)).toBeUndefined();
});

test("an alias is drawn as its parent, turned as it says", () => {
	const library = libraryWith({ test: TEST_COLLECTION });

	expect(library.resolve("test:turned-dot")).toContain('transform="rotate(90 12 12)"');
});

test("a collection that cannot be read is logged, and nothing is returned", () => {
	const failures: unknown[] = [];
	const library = libraryWith({ test: "{ broken" }, (details) => failures.push(details));

	expect(library.resolve("test:dot")).toBeUndefined();
	expect(library.lookUp("test", ["dot"])).toBe("failed");
	const failure = { err: expect.any(SyntaxError), collection: "test" };
	expect(failures).toEqual([failure, failure]);
});

test("a collection that failed once is read again", () => {
	const texts = ["{ broken", TEST_COLLECTION];
	const read = () => texts.shift() ?? "";
	const library = openIconLibrary({ ...quiet(), names: ["test"], read });

	expect(library.resolve("test:dot")).toBeUndefined();
	expect(library.resolve("test:dot")).toContain("<svg");
});

test("collections are read when they are first wanted, and forgotten when they grow too large", () => {
	const reads: string[] = [];
	const library = openIconLibrary({
		...quiet(),
		names: ["one", "two"],
		read: (name) => {
			reads.push(name);
			return TEST_COLLECTION;
		},
		maxCached: TEST_COLLECTION.length,
	});

	const before = [...reads];
	for (const name of ["one", "one", "two", "two", "one"]) library.lookUp(name, ["dot"]);

	expect(before).toEqual([]);
	expect(reads).toEqual(["one", "two", "one"]);
});

test("the site's own drawings are the collection site, and follow their files", async () => {
	const { library, write } = await libraryOfSite();
	await write("logo.svg", '<svg viewBox="0 0 4 2"><path d="M1 1"/></svg>');

	const first = library.resolve("site:logo");
	await write("logo.svg", '<svg viewBox="0 0 4 2"><path d="M2 2h1"/></svg>');
	const second = library.resolve("site:logo");

	expect(first).toContain('<svg width="2em" height="1em" viewBox="0 0 4 2"');
	expect(first).toContain("M1 1");
	expect(second).toContain("M2 2h1");
});

test("a drawing that had to be cleaned is reported once", async () => {
	const { library, write, warnings } = await libraryOfSite();
	await write("bad.svg", '<svg viewBox="0 0 1 1"><script>alert(1)</script><path d="M1 1"/></svg>');

	library.resolve("site:bad");
	const markup = library.resolve("site:bad");

	expect(markup).not.toContain("script");
	expect(warnings).toEqual([
		"icons/bad.svg contains elements that icons must not contain; removed: <script>",
	]);
});

test("neither a link that leads out of the site folder nor a folder of icons that is one has an icon", async () => {
	const { library, folder } = await libraryOfSite();
	const outside = temporaryFolder();
	await writeFile(join(outside, "secret.svg"), '<svg viewBox="0 0 1 1"/>');

	await symlink(join(outside, "secret.svg"), join(folder, "icons", "secret.svg"));
	expect(library.resolve("site:secret")).toBeUndefined();

	await rm(join(folder, "icons"), { recursive: true });
	await symlink(outside, join(folder, "icons"));
	expect(library.resolve("site:secret")).toBeUndefined();
});

const TEST_COLLECTION = JSON.stringify({
	prefix: "test",
	icons: { dot: { body: '<circle r="1"/>' } },
	aliases: { "turned-dot": { parent: "dot", rotate: 1 } },
	width: 24,
	height: 24,
});

function libraryWith(
	texts: Readonly<Record<string, string>>,
	error: (details: object) => void = () => undefined,
) {
	const read = (name: string) => texts[name] ?? "";
	return openIconLibrary({ ...quiet(), names: Object.keys(texts), read, log: { error } });
}

function quiet() {
	return { siteIcons: { icon: () => undefined }, log: { error: () => undefined } };
}

async function libraryOfSite() {
	const folder = temporaryFolder();
	await mkdir(join(folder, "icons"));
	const warnings: string[] = [];
	const library = openIconLibrary({
		...quiet(),
		siteIcons: createSiteIcons({
			siteFolder: folder,
			warn: (message) => warnings.push(message),
		}),
	});
	const write = (name: string, text: string) => writeFile(join(folder, "icons", name), text);
	return { library, folder, write, warnings };
}
