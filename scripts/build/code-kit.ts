import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCode } from "../../src/server/site-code/build-code.ts";
import type { BuiltFile } from "../../src/server/site-code/bundle/build-id.ts";
import { CODE_THREAD } from "../../src/server/site-code/bundle/bundle-server.ts";
import { listCodeFolder } from "../../src/server/site-code/code-folder.ts";
import { palettes, palettesCss } from "./palettes.ts";

/** A site folder whose build reads every source that a site folder can import. */
const FOLDER: Readonly<Record<string, string>> = {
	"pages/page.mdx": "# Page\n",
	"components/everything.tsx": `
		import * as loggia from "loggia";
		import * as react from "react";
		import * as client from "react-dom";
		import * as router from "react-router";
		import * as zod from "zod";
		export default () => Object.keys({ ...loggia, ...react, ...client, ...router, ...zod }).length;`,
};

const PALETTES = "src/app/styles/palettes.css";

const PACKAGE = /^node_modules\/(?:@[^/]+\/)?[^/]+\//;

/**
 * Copies the inputs of a build of a site folder's code: sources of the app, and files of packages. So an
 * image needs neither the other sources nor whole packages.
 */
export async function codeKit(root: string): Promise<readonly BuiltFile[]> {
	// The small apps of tests have no site code.
	if (!existsSync(join(root, CODE_THREAD))) return [];
	const siteFolder = await mkdtemp(join(tmpdir(), "loggia-kit-"));
	try {
		for (const [file, text] of Object.entries(FOLDER)) {
			await mkdir(join(siteFolder, file, ".."), { recursive: true });
			await writeFile(join(siteFolder, file), text);
		}
		const sources: string[] = [];
		for (const isDevelopment of [false, true]) {
			const folder = listCodeFolder(siteFolder);
			const built = await buildCode({
				root,
				siteFolder,
				folder,
				isDevelopment,
				plugins: [palettes],
			});
			if ("failures" in built) throw new Error(`The kit cannot be built: ${JSON.stringify(built)}`);
			sources.push(...built.sources);
		}
		const manifests = sources.flatMap((path) => PACKAGE.exec(path) ?? []);
		const paths = [...sources, ...manifests.map((folder) => `${folder}package.json`)];
		const files = [...new Set(paths)].map(async (path) => ({
			path: `kit/${path}`,
			contents: await readFile(join(root, path)),
		}));
		// The kit does not contain the plugin that generates this file.
		const styles = { path: `kit/${PALETTES}`, contents: Buffer.from(palettesCss()) };
		return [...(await Promise.all(files)), styles];
	} finally {
		await rm(siteFolder, { recursive: true, force: true });
	}
}
