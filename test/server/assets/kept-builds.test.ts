import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
	type BuildAsset,
	KeptBuilds,
	type KeptBuildsOptions,
} from "../../../src/server/assets/kept-builds.ts";
import { startSite } from "../../support/start-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2026-11-20T12:00:00Z");
const NO_RULES = { static: {}, wildcard: {}, dynamic: {} };

test("the page for the proxy does not count as an older build", async () => {
	const { buildsFolder, run } = await host();
	await mkdir(buildsFolder, { recursive: true });
	await writeFile(join(buildsFolder, "unavailable.html"), "<p>Back soon</p>");

	expect((await run("one", {})).state).toEqual({ older: 0 });
});

test("a build that was replaced is still served, with its meta file, until it is deleted on purpose", async () => {
	const { buildsFolder, run } = await host();
	await run("one", { "app.AAAA.js": "old", "app.AAAA.js.br": "old, compressed" });
	const builds = await run("two", { "app.BBBB.js": "new" });

	const old = await builds.readAsset("app.AAAA.js");

	expect(textOf(old)).toBe("old");
	expect(old?.body.br?.toString()).toBe("old, compressed");
	expect((await readdir(join(buildsFolder, "one/assets"))).toSorted()).toEqual([
		"app.AAAA.js",
		"app.AAAA.js.br",
	]);
	expect(builds.state).toEqual({ older: 1 });
	expect(JSON.parse((await builds.metaOf("one")) ?? "")).toMatchObject({ id: "one" });
	expect(await builds.metaOf("three")).toBeUndefined();

	await rm(buildsFolder, { recursive: true });

	expect(textOf(await builds.readAsset("app.BBBB.js"))).toBe("new");
	expect(await builds.readAsset("app.AAAA.js")).toBeUndefined();
});

test.each<[string, (folder: string) => Promise<void>]>([
	[
		"the installed folder is replaced",
		(folder) => rm(join(folder, "app/one"), { recursive: true }),
	],
	[
		"its copy is damaged",
		(folder) => writeFile(join(folder, "builds/one/assets/app.AAAA.js"), "te"),
	],
])("the running build is served whole after %s", async (_what, damage) => {
	const { run, folder } = await host();
	const builds = await run("one", { "app.AAAA.js": "text" });

	await damage(folder);

	expect(textOf(await builds.readAsset("app.AAAA.js"))).toBe("text");
});

test("the proxy's folder has the public assets of all builds, in every coding, and no others", async () => {
	const { buildsFolder, run, age } = await host();
	const isPublic = (name: string): boolean => !name.startsWith("secret.");
	const published = async (): Promise<readonly string[]> =>
		(await readdir(join(buildsFolder, ".public"))).toSorted();
	await run("one", { "app.AAAA.js": "old", "app.AAAA.js.br": "old", "secret.CCCC.js": "" });
	await run("two", { "app.BBBB.js": "new", "secret.CCCC.js": "" }, { isPublic });
	const beforeExpiry = await published();

	await age("one", 31);
	await run("two", {}, { isPublic, retention: { newest: 1, days: 30 } });

	expect(beforeExpiry).toEqual(["app.AAAA.js", "app.AAAA.js.br", "app.BBBB.js"]);
	expect(await published()).toEqual(["app.BBBB.js"]);
	expect(await readFile(join(buildsFolder, ".public/app.BBBB.js"), "utf8")).toBe("new");
});

test("files with modules of the site folder are outside of the shared folder until they are public", async () => {
	const { buildsFolder, codeFilesFolder, run } = await host();
	const published = async (): Promise<readonly string[]> =>
		(await readdir(join(buildsFolder, ".public"))).toSorted();
	const store = async (file: string, text: string): Promise<void> => {
		await mkdir(dirname(join(codeFilesFolder, file)), { recursive: true });
		await writeFile(join(codeFilesFolder, file), text);
	};
	await store("one/.modules.json", '{"module.AAAA.js":["pages/a.tsx"]}');
	await store("one/module.AAAA.js", "page");
	// Of a version without descriptions.
	await mkdir(join(buildsFolder, "old/assets"), { recursive: true });
	await writeFile(join(buildsFolder, "old/assets/module.OLD.js"), "old page");

	let isPublic = (_name: string): boolean => false;
	const builds = await run("one", { "app.AAAA.js": "app" }, { isPublic: (name) => isPublic(name) });
	isPublic = (name) => builds.modulesOf(name).length === 0;
	await builds.keep({ ...builds.live, matcher: NO_RULES, prerendered: [] }, isPublic);
	expect(await published()).toEqual(["app.AAAA.js"]);
	await builds.keep({ ...builds.live, matcher: NO_RULES, prerendered: [] }, () => true);
	expect(await published()).toEqual(["app.AAAA.js", "module.AAAA.js", "module.OLD.js"]);
	await builds.keep({ ...builds.live, matcher: NO_RULES, prerendered: [] }, isPublic);

	expect(await published()).toEqual(["app.AAAA.js"]);
	expect((await builds.readAsset("module.AAAA.js"))?.modules).toEqual(["pages/a.tsx"]);
	expect((await builds.readAsset("module.OLD.js"))?.modules).not.toEqual([]);
	expect(await builds.readAsset(".modules.json")).toBeUndefined();
});

test("the time of a build is when it was first live, on whichever server", async () => {
	const { run } = await host();
	const first = await run("one", {});

	const again = await run("one", {}, { now: () => NOW + DAY_MS });

	expect(again.live).toEqual(first.live);
});

test.each([
	["the newest ten builds stay, however old they are", 12, (index: number) => 365 - index],
	[
		"builds of the last thirty days stay, however many there are",
		15,
		(index: number) => (index <= 2 ? 31 : 29),
	],
])("%s", async (_what, count, ageOf) => {
	const { run, age } = await host();
	const expected = [];
	for (let index = 1; index <= count; index += 1) {
		await run(`build-${index}`, {});
		await age(`build-${index}`, ageOf(index));
		if (index > (count === 12 ? 3 : 2)) expected.push(index);
	}

	const builds = await run("live", {});

	expect(await keptOf(builds, count)).toEqual(expected);
});

test("a build that a newer server adds to the shared folder is found", async () => {
	const { run } = await host();
	let nowMs = NOW;
	const older = await run("one", {}, { now: () => nowMs });
	expect(await older.readAsset("app.BBBB.js")).toBeUndefined();
	await run("two", { "app.BBBB.js": "new" });

	nowMs += 1000;

	expect(await older.readAsset("app.BBBB.js")).toBeDefined();
});

test("servers that start at once, beside what a stopped one left unfinished, leave one whole build", async () => {
	const { buildsFolder, run } = await host();
	const files = Object.fromEntries(
		Array.from({ length: 30 }, (_, index) => [`chunk-${index}.js`, "x".repeat(10_000)]),
	);
	await mkdir(join(buildsFolder, "one/assets"), { recursive: true });
	await writeFile(join(buildsFolder, "one/assets/chunk-0.js"), "ha");

	await Promise.all(Array.from({ length: 4 }, () => run("one", files)));

	const names = await readdir(join(buildsFolder, "one/assets"));
	expect(names).toHaveLength(30);
	for (const name of names) {
		expect(await readFile(join(buildsFolder, "one/assets", name), "utf8")).toHaveLength(10_000);
	}
});

test("a folder that cannot be written to is no reason not to serve", async () => {
	const { run, buildsFolder, warnings } = await host();
	// A file in its place refuses every user, root included, and just like a full disk.
	await writeFile(buildsFolder, "");

	const builds = await run("one", { "app.AAAA.js": "text" });

	expect(textOf(await builds.readAsset("app.AAAA.js"))).toBe("text");
	expect(builds.state.problem).toContain("cannot be stored");
	expect(warnings[0]).toBe("The running build cannot be stored for open tabs");
	expect(await builds.metaOf("one")).toBeUndefined();
});

test("a read-only app folder is copied and never written to", async () => {
	const { run, appFolder, buildsFolder } = await host();
	await mkdir(appFolder("one"), { recursive: true });
	await writeFile(join(appFolder("one"), "app.AAAA.js"), "text", { mode: 0o444 });
	await chmod(appFolder("one"), 0o555);
	onTestFinished(() => chmod(appFolder("one"), 0o755));

	await run("one", {});
	await run("one", {});

	expect(await readFile(join(buildsFolder, "one/assets/app.AAAA.js"), "utf8")).toBe("text");
});

test.each([
	"../one/meta.json",
	"..",
	".hidden",
	"app.AAAA.js.br",
	"a/b.js",
	"",
	"app\0.js",
])("%j is no asset", async (name) => {
	const { run } = await host();
	const builds = await run("one", { "app.AAAA.js": "", "app.AAAA.js.br": "", ".hidden": "" });

	expect(await builds.readAsset(name)).toBeUndefined();
	expect(await builds.metaOf(name)).toBeUndefined();
});

test("a site that listens has left its scripts for servers of other builds", async () => {
	const dataFolder = temporaryFolder();

	const site = await startSite({ environment: { DATA_DIR: dataFolder } });
	onTestFinished(() => void site.process.kill("SIGKILL"));

	const entries = await readdir(join(dataFolder, "builds"));
	const [build = ""] = entries.filter((name) => !name.startsWith("."));
	const kept = await readdir(join(dataFolder, "builds", build, "assets"));
	const ownFolder = join(import.meta.dirname, "../../../dist/client/_nuxt");
	const own = await readdir(ownFolder, { withFileTypes: true });
	const assets = own.filter((entry) => entry.isFile()).map(({ name }) => name);
	expect(kept.toSorted()).toEqual(assets.toSorted());
	await expect.poll(() => readdir(join(dataFolder, "builds", build))).toContain("meta.json");
});

interface RunOptions extends Partial<KeptBuildsOptions> {
	readonly isPublic?: (name: string) => boolean;
}

async function host() {
	const folder = temporaryFolder();
	const buildsFolder = join(folder, "builds");
	const codeFilesFolder = join(folder, "code-files");
	const warnings: string[] = [];
	const appFolder = (buildId: string): string => join(folder, "app", buildId);
	return {
		folder,
		buildsFolder,
		codeFilesFolder,
		warnings,
		appFolder,
		/** Starts a server of this build, as a deployment would. */
		async run(
			buildId: string,
			assets: Readonly<Record<string, string>>,
			{ isPublic = () => true, ...options }: RunOptions = {},
		): Promise<KeptBuilds> {
			await mkdir(appFolder(buildId), { recursive: true });
			for (const [name, text] of Object.entries(assets)) {
				await writeFile(join(appFolder(buildId), name), text);
			}
			const builds = await KeptBuilds.open({
				buildId,
				assetsFolder: appFolder(buildId),
				buildsFolder,
				codeFilesFolder,
				retention: { newest: 10, days: 30 },
				log: {
					info: () => undefined,
					warn: (...said: unknown[]) => void warnings.push(String(said[1])),
				},
				now: () => NOW,
				...options,
			});
			builds.copyAssets();
			await builds.keep({ ...builds.live, matcher: NO_RULES, prerendered: [] }, isPublic);
			return builds;
		},
		/** Makes a kept build look as if it was last live this long ago. */
		async age(buildId: string, days: number): Promise<void> {
			const time = new Date(NOW - days * DAY_MS);
			await utimes(join(buildsFolder, buildId), time, time);
		},
	};
}

/** Which of `build-1`, `build-2`, … are kept. */
async function keptOf(builds: KeptBuilds, count: number): Promise<number[]> {
	const numbers = Array.from({ length: count }, (_, index) => index + 1);
	const metas = await Promise.all(numbers.map((number) => builds.metaOf(`build-${number}`)));
	return numbers.filter((_, index) => metas[index] !== undefined);
}

function textOf(asset: BuildAsset | undefined): string | undefined {
	return asset?.body.identity.toString();
}
