import { globSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, ensureBuild } from "../../scripts/build.ts";
import { parseBuildManifest } from "../../src/shared/builds/build-manifest.ts";
import { createAppFolder } from "../support/create-app-folder.ts";

const GREETING = "src/app/greeting.ts";

/** One build, for all that only look at it. */
let built: { readonly root: string; readonly manifest: Awaited<ReturnType<typeof build>> };
/** Its folder of what browsers get. */
let served: string;

let removeBuilt: () => Promise<void>;

beforeAll(async () => {
	const root = await createAppFolder({}, (remove) => {
		removeBuilt = remove;
	});
	built = { root, manifest: await build({ root }) };
	served = join(root, "dist/client/_nuxt");
});

afterAll(() => removeBuilt());

test("two builds in two folders give the same id and the same bytes", async () => {
	const root = await createAppFolder();
	const output = join(root, "some/where/else");

	expect(await build({ root, output })).toEqual(built.manifest);
	expect(await filesIn(output)).toEqual(await filesIn(join(built.root, "dist")));
});

test.each([
	["one other character in the app", GREETING, `export const greeting = "b";`, "another"],
	["a change of the server alone", "src/server/main.ts", "console.log(2)", "another"],
	["a change of the content", "site/pages/index.md", "# Two", "the same"],
])("%s gives a build id: %s", async (_what, file, text, id) => {
	const other = await build({ root: await createAppFolder({ [file]: text }) });

	if (id === "the same") expect(other).toEqual(built.manifest);
	else expect(other.buildId).not.toBe(built.manifest.buildId);
	if (file.startsWith("src/server/")) expect(other.entry).toEqual(built.manifest.entry);
});

test("the manifest names the entry's files, and for each page its chunk and what that imports", async () => {
	const { root, manifest } = built;

	const stored = JSON.parse(await readFile(join(root, "dist/manifest.json"), "utf8"));

	expect(parseBuildManifest(stored)).toEqual(manifest);
	expect(Object.keys(manifest.pages)).toEqual(["article", "contact"]);
	expect(manifest.pages["contact"]?.scripts).toEqual([
		expect.stringMatching(/^contact\.\w{8}\.js$/),
		expect.stringMatching(/^chunk\.\w{8}\.js$/),
		expect.stringMatching(/^chunk\.\w{8}\.js$/),
	]);
	const named = [manifest.entry, ...Object.values(manifest.pages)].flatMap(
		({ scripts, styles }) => [...scripts, ...styles],
	);
	expect(globSync("*", { cwd: served })).toEqual(expect.arrayContaining(named));
});

test("the entry's stylesheet holds the styles of every page, so that none arrives late", async () => {
	const css = await readFile(join(served, built.manifest.entry.styles[0] ?? ""), "utf8");

	expect(css).toContain("body{color:#639}");
	expect(css).toContain(".article{color:teal}");
});

test("compressed variants say the same as their file and are smaller", async () => {
	const variants = globSync("*.{br,gz,zst}", { cwd: served });

	expect(new Set(variants.map((name) => name.split(".").at(-1)))).toEqual(
		new Set(["br", "gz", "zst"]),
	);
	for (const name of variants) {
		const original = await readFile(join(served, name.replace(/\.\w+$/, "")));
		const variant = await readFile(join(served, name));
		expect(decompress(name, variant).equals(original)).toBe(true);
		expect(variant.byteLength).toBeLessThan(original.byteLength);
	}
});

test("source maps lie apart from what is served, and nothing served names one, or a folder of the machine", async () => {
	const { root, manifest } = built;
	const [name = ""] = manifest.entry.scripts;

	expect(globSync("client/**/*.map", { cwd: join(root, "dist") })).toEqual([]);
	expect(globSync("maps/*.map", { cwd: join(root, "dist") })).toContain(`maps/${name}.map`);
	expect(await readFile(join(served, name), "utf8")).not.toContain("sourceMappingURL");
	for (const [path, contents] of await filesIn(join(root, "dist"))) {
		expect(contents.includes(root), path).toBe(false);
		expect(contents.includes(import.meta.dirname), path).toBe(false);
	}
});

test("the browser's bundle holds React's production build alone", async () => {
	const root = await createAppFolder({
		"src/app/entry-client.tsx": `import { hydrateRoot } from "react-dom/client"; hydrateRoot(document, <html />);`,
	});

	const { entry } = await build({ root });

	const script = await readFile(join(root, "dist/client/_nuxt", entry.scripts[0] ?? ""), "utf8");
	expect(script).not.toContain("Download the React DevTools");
	expect(script).not.toContain("process.env");
});

test("a build that fails leaves the one that is there untouched", async () => {
	const root = await createAppFolder();
	await build({ root });
	const before = await filesIn(join(root, "dist"));

	await writeFile(join(root, "src/server/main.ts"), `import "./nowhere.ts";`);
	await expect(build({ root })).rejects.toThrow("nowhere.ts");

	expect(await filesIn(join(root, "dist"))).toEqual(before);
	expect(globSync(".dist-*", { cwd: root })).toEqual([]);
});

test("builds that run at the same time leave one whole build", async () => {
	const root = await createAppFolder();

	const manifests = await Promise.all([build({ root }), build({ root }), build({ root })]);

	const stored = JSON.parse(await readFile(join(root, "dist/manifest.json"), "utf8"));
	expect(stored).toEqual(manifests[0]);
	expect(globSync(".dist-*", { cwd: root })).toEqual([]);
});

test("a build is made again only when a source has changed", async () => {
	const root = await createAppFolder();
	await ensureBuild(root);
	const first = await stat(join(root, "dist"));

	await writeFile(join(root, "site/pages/index.md"), "# Changed");
	await ensureBuild(root);
	const second = await stat(join(root, "dist"));
	await writeFile(join(root, GREETING), `export const greeting = "changed";`);
	await ensureBuild(root);
	const third = await stat(join(root, "dist"));

	expect(second.ino).toBe(first.ino);
	expect(third.ino).not.toBe(first.ino);
});

/** Every file below a folder by its path, so that two folders can be compared. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
	// A folder may have a dot in its name, as one of a version has.
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
		.toSorted();
	const files = paths.map(async (path) => [path, await readFile(join(folder, path))] as const);
	return new Map(await Promise.all(files));
}

function decompress(name: string, contents: Buffer): Buffer {
	if (name.endsWith(".br")) return brotliDecompressSync(contents);
	return name.endsWith(".gz") ? gunzipSync(contents) : zstdDecompressSync(contents);
}
