import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { palettes } from "../../../scripts/build/palettes.ts";
import { loadSiteConfig } from "../../../src/server/content/read-settings.ts";
import { type BuiltCode, CodeBuilder } from "../../../src/server/site-code/build-code.ts";
import { listCodeFolder } from "../../../src/server/site-code/code-folder.ts";
import { CodeHost } from "../../../src/server/site-code/code-host.ts";
import { storeCode } from "../../../src/server/site-code/store-code.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");

const PAGE = `import { useWord, kind } from "modern";
import old, { named } from "old";
export default () => <p>{[useWord(), kind, old(), named].join()}</p>;`;

/** A package with a hook, whose files differ by the kind of import, and a CommonJS package. */
const PACKAGES = {
	"node_modules/modern/package.json":
		'{"name":"modern","exports":{"import":"./modern.mjs","require":"./modern.cjs"}}',
	"node_modules/modern/modern.mjs": `import { useState } from "react";
		export const kind = "kind-of-import"; export const useWord = () => useState("hook")[0];`,
	"node_modules/modern/modern.cjs": 'exports.kind = "commonjs"; exports.useWord = () => "other";',
	"node_modules/old/index.js": 'module.exports = () => "function"; module.exports.named = "name";',
};

test("a developer's builds keep packages apart, which share React with the folder's modules", async () => {
	const { builder, siteFolder } = await developer({ "pages/index.tsx": PAGE, ...PACKAGES });
	const built = await builder();

	expect(await htmlOf(built, siteFolder)).toBe("<p>hook,kind-of-import,function,name</p>");
	expect(fileOf(built.server, /^code\.js$/)).not.toContain("kind-of-import");
	expect(fileOf(built.server, /^packages\.js$/)).toContain("kind-of-import");
	const [name = ""] = built.assets.flatMap(({ path }) => /packages\.\w+\.js$/.exec(path) ?? []);
	expect(fileOf(built.assets, /packages\.\w+\.js$/)).toContain("kind-of-import");
	expect(fileOf(built.assets, /modules\.\w+\.json$/)).toContain(`"packages":"${name}"`);
	expect((await builder()).assets.map(({ path }) => path)).toContain(`client/_nuxt/${name}`);
});

test.each([
	[
		"with styles",
		{
			"node_modules/modern/modern.mjs": `import "./modern.css";${PACKAGES["node_modules/modern/modern.mjs"]}`,
		},
	],
	["beside a frame", { "layouts/default.tsx": "export default ({ children }) => children;" }],
])("packages %s are part of a developer's bundles", async (_what, files) => {
	const { builder, siteFolder } = await developer({
		...{ "pages/index.tsx": PAGE, "node_modules/modern/modern.css": "p { color: red }" },
		...PACKAGES,
		...files,
	});
	const built = await builder();

	expect(await htmlOf(built, siteFolder)).toBe("<p>hook,kind-of-import,function,name</p>");
	expect(built.server.map(({ path }) => path)).toEqual(["code.js", "code.js.map"]);
});

async function developer(files: SiteFiles) {
	const siteFolder = await writeSiteFolder(files);
	const code = new CodeBuilder({
		root: ROOT,
		siteFolder,
		isDevelopment: true,
		plugins: [palettes],
	});
	onTestFinished(() => code.dispose());
	return {
		siteFolder,
		async builder(): Promise<BuiltCode> {
			const built = await code.build(listCodeFolder(siteFolder));
			if ("failures" in built) throw new Error(JSON.stringify(built.failures));
			return built;
		},
	};
}

async function htmlOf(built: BuiltCode, siteFolder: string): Promise<string> {
	const { module } = await storeCode(temporaryFolder(), built, { isDevelopment: true });
	const log = { error: () => undefined, warn: () => undefined };
	const host = new CodeHost({ module, siteFolder, basePath: "", log });
	onTestFinished(() => host.close());
	const { public: config } = loadSiteConfig(siteFolder, {});
	const page = { id: "pages/index", path: "/", title: "", layout: "default" } as const;
	const { html } = await host.ask("page", {
		config,
		payload: {
			kind: "page",
			navigation: { sections: [], sidebar: [] },
			page: { ...page, hasHeading: true, headings: [], middleware: [] },
		},
	});
	return html;
}

function fileOf(
	files: readonly { readonly path: string; readonly contents: Uint8Array }[],
	name: RegExp,
): string {
	const file = files.find(({ path }) => name.test(path));
	return Buffer.from(file?.contents ?? "").toString();
}
