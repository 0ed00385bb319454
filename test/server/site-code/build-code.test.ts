import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { palettes } from "../../../scripts/build/palettes.ts";
import { loadSiteConfig } from "../../../src/server/content/read-settings.ts";
import { type BuiltCode, buildCode } from "../../../src/server/site-code/build-code.ts";
import { listCodeFolder } from "../../../src/server/site-code/code-folder.ts";
import { CodeHost } from "../../../src/server/site-code/code-host.ts";
import { storeCode } from "../../../src/server/site-code/store-code.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PAGE = "export default () => null;";

test("a module that is imported for its side effects runs in the browser", async () => {
	const { scripts } = await built({
		"pages/index.tsx": `import "../lib/setup"; import { db } from "../lib/db"; import "polyfill";
			export const loader = () => db; export default () => null;`,
		"lib/setup.ts": 'globalThis.language = "MARKER-setup";',
		"lib/db.ts": 'console.log("MARKER-connection"); export const db = 1;',
		"node_modules/polyfill/index.js": 'globalThis.filled = "MARKER-polyfill";',
	});

	expect(scripts).toContain("MARKER-setup");
	expect(scripts).toContain("MARKER-polyfill");
	expect(scripts).not.toContain("MARKER-connection");
});

test("code for the browser cannot import a file for the server", async () => {
	const problems = await problemsOf({
		"pages/index.tsx": 'import { key } from "../lib/key.server"; export default () => key;',
		"lib/key.server.ts": 'export const key = "SECRET";',
	});

	expect(problems).toEqual([
		expect.objectContaining({
			file: "pages/index.tsx",
			message: 'Code for the browser cannot import "../lib/key.server"',
		}),
	]);
});

test("CSS modules have esbuild's rules, and the same names on both sides", async () => {
	const { styles, html } = await built({
		"pages/index.tsx": `import styles, { box } from "../lib/box.module.css";
			import other from "../other/box.module.css";
			export default () => <p className={styles.box}>{[box === styles.box, styles.wide, other.box].join()}</p>;`,
		"lib/box.module.css": `.box[data-state="open.wide"] { color: red; &:hover { color: blue } }
			:global(.plain) .box { background: url("./dot.png") }
			.wide { composes: base from "./base.module.css"; composes: box; }`,
		"lib/base.module.css": ".base { margin: 0 }",
		"lib/dot.png": "PNG",
		"other/box.module.css": ".box { color: green }",
	});

	const [, name = ""] = /class="(box_\w+)"/.exec(html) ?? [];
	const [isSame, wide = "", other = ""] = /<p[^>]*>([^<]*)/.exec(html)?.[1]?.split(",") ?? [];
	expect(isSame).toBe("true");
	expect(styles).toContain(`.${name}[data-state="open.wide"]:hover`);
	expect(styles).toContain(`.plain .${name}`);
	expect(styles).toMatch(/url\("\.\/dot\.\w+\.png"\)/);
	expect(wide.split(" ")).toHaveLength(3);
	for (const part of wide.split(" ").slice(0, 1)) expect(styles).toContain(`.${part}`);
	expect(other).not.toBe(name);
	expect(styles).toContain(`.${other}`);
});

test("files of modules and packages are files of the build", async () => {
	const { files, styles, html, scripts } = await built({
		"pages/index.tsx": `import "@fontsource/demo"; import photo from "../lib/photo.PNG"; import plan from "shop/plan.pdf";
			export default () => <a href={plan}><img src={photo} /></a>;`,
		"lib/photo.PNG": "PNG",
		"node_modules/shop/plan.pdf": "PDF",
		"node_modules/@fontsource/demo/package.json": '{"name":"@fontsource/demo","main":"index.css"}',
		"node_modules/@fontsource/demo/index.css":
			"@font-face { font-family: Demo; src: url(./files/demo.woff2) format('woff2'), url(./files/demo.woff) format('woff') }",
		"node_modules/@fontsource/demo/files/demo.woff2": "WOFF2",
		"node_modules/@fontsource/demo/files/demo.woff": "WOFF",
	});

	const [, photo = ""] = /src="\/docs\/_nuxt\/(photo\.\w+\.PNG)"/.exec(html) ?? [];
	const [, plan = ""] = /href="\/docs\/_nuxt\/(plan\.\w+\.pdf)"/.exec(html) ?? [];
	const [, font = ""] = /url\("?\.\/(demo\.\w+\.woff2)/.exec(styles) ?? [];
	expect([photo, plan, font].map((name) => files.get(name))).toEqual(["PNG", "PDF", "WOFF2"]);
	expect(scripts).toContain(photo);
});

test("a package with a native part stays in its folder, and one that is missing is optional", async () => {
	const { html } = await built({
		"pages/index.tsx": `import { answer } from "native"; import { hasOptional } from "careful";
			export const loader = () => [answer, hasOptional()].join();
			import { useLoaderData } from "react-router";
			export default () => <p>{useLoaderData()}</p>;`,
		"node_modules/native/package.json": '{"name":"native","dependencies":{"bindings":"1"}}',
		"node_modules/native/index.js":
			'exports.answer = require("node:fs").readFileSync(__dirname + "/part.node", "utf8");',
		"node_modules/native/part.node": "NATIVE",
		"node_modules/careful/index.js": `exports.hasOptional = () => has(() => require("absent"));
			function has(load) { try { load(); return true } catch { return false } }`,
	});

	expect(html).toContain("NATIVE,false");
});

test("a package that the content security policy stops is a problem", async () => {
	const { problems } = await built({
		"pages/index.tsx":
			'import { compile } from "templates"; import "root"; export default () => compile("1");',
		"node_modules/templates/index.js":
			'export const compile = (text) => new Function("data", text)();',
		"node_modules/root/index.js": 'globalThis.root = new Function("return this")();',
	});

	expect(problems).toEqual([
		{ file: "package.json", message: expect.stringContaining('The package "templates" calls') },
	]);
});

test("Tailwind works from the style sheet of the folder, after the layers of Loggia", async () => {
	const { styles } = await built(
		{
			"pages/index.tsx": 'export default () => <p className="p-[3px] hover:underline">x</p>;',
			"pages/note.md": '<p class="mt-7">x</p>',
			"styles.css": '@import "tailwindcss";\n.own { color: red }',
		},
		["tailwindcss"],
	);

	for (const rule of [
		"padding:3px",
		":hover",
		"margin-top:calc(var(--spacing)*7)",
		".own{color:red}",
	]) {
		expect(styles.replaceAll(" * ", "*")).toContain(rule);
	}
	expect(styles).toContain("@layer loggia.base");
	expect(styles.indexOf("@layer loggia")).toBeLessThan(styles.indexOf("@layer theme"));
});

async function built(files: SiteFiles, packages: readonly string[] = []) {
	const { built: code, siteFolder, folder } = await build(files, packages);
	if (!("manifest" in code)) throw new Error(JSON.stringify(code));
	const { module } = await storeCode(temporaryFolder(), code);
	const log = { error: () => undefined, warn: () => undefined };
	const host = new CodeHost({ module, siteFolder, basePath: "/docs", log });
	onTestFinished(() => host.close());
	const [page] = folder.pages;
	const { config } = { config: loadSiteConfig(siteFolder, { BASE_PATH: "/docs" }).public };
	const { id = "", pattern: path = "" } = page ?? {};
	const request = { url: `http://localhost/docs${path}`, method: "GET", headers: [] };
	const result = await host.ask("load", { id, path, params: {}, middleware: [], request });
	const data = result.kind === "pass" ? result.data : undefined;
	const shown = { id, path, title: "", hasHeading: true, headings: [], layout: "default", data };
	const { html } = await host.ask("page", {
		config,
		payload: {
			kind: "page",
			navigation: { sections: [], sidebar: [] },
			page: { ...shown, middleware: [] },
		},
	});
	return { ...textsOf(code), html, problems: code.problems };
}

async function problemsOf(files: SiteFiles) {
	const { built: code } = await build(files);
	if ("manifest" in code) throw new Error("The build has no problems");
	return code.failures;
}

async function build(files: SiteFiles, packages: readonly string[] = []) {
	const siteFolder = await writeSiteFolder({ "pages/other.tsx": PAGE, ...files });
	for (const name of packages) {
		await mkdir(join(siteFolder, "node_modules"), { recursive: true });
		await symlink(join(ROOT, "node_modules", name), join(siteFolder, "node_modules", name));
	}
	const folder = listCodeFolder(siteFolder);
	return {
		...{ siteFolder, folder },
		built: await buildCode({ root: ROOT, siteFolder, folder, plugins: [palettes] }),
	};
}

function textsOf({ assets, manifest }: BuiltCode) {
	const files = new Map(
		assets.map(({ path, contents }) => [basename(path), Buffer.from(contents).toString()]),
	);
	const all = (extension: string): string =>
		[...files].flatMap(([name, text]) => (name.endsWith(extension) ? [text] : [])).join("\n");
	const sheets = [manifest.entry, ...Object.values(manifest.pages)].flatMap((one) => one.styles);
	const styles = [...new Set(sheets)].map((name) => files.get(name)).join("\n");
	return { files, scripts: all(".js"), styles };
}
