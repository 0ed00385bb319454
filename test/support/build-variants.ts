import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { palettes } from "../../scripts/build/palettes.ts";
import { buildIdOf } from "../../src/server/site-code/bundle/build-id.ts";
import { bundleClient } from "../../src/server/site-code/bundle/bundle-client.ts";

const ROOT = join(import.meta.dirname, "../..");
const ASSETS = "client/_nuxt";

/** Source files of three different chunks of the client. */
const CHANGED = [
	"src/app/pages/index.tsx",
	"src/app/pages/page.tsx",
	"src/app/client/browser-app.ts",
] as const;

export interface BuildVariants {
	/** Absolute paths of builds, each with a different entry and different pages. */
	readonly folders: readonly string[];
	readonly remove: () => Promise<void>;
}

/**
 * Makes copies of the build, each with a different client: an added line distinguishes them. Services
 * are the same in all copies, and assets are not compressed.
 */
export async function buildVariants(count: number): Promise<BuildVariants> {
	const { root, remove } = await copySources();
	const originals = await Promise.all(CHANGED.map((file) => readFile(join(root, file), "utf8")));

	const folders: string[] = [];
	for (let variant = 1; variant <= count; variant += 1) {
		for (const [index, file] of CHANGED.entries()) {
			const line = `document.documentElement.dataset["variant"] = "${variant}";`;
			await writeFile(join(root, file), `${originals[index]}\n${line}\n`);
		}
		const folder = join(root, `build-${variant}`);
		await replaceClient(root, folder);
		folders.push(folder);
	}
	return { folders, remove };
}

async function copySources() {
	const root = await mkdtemp(join(tmpdir(), "loggia-variants-"));
	await cp(join(ROOT, "src"), join(root, "src"), { recursive: true });
	await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
	return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

async function replaceClient(root: string, folder: string): Promise<void> {
	const { assets, manifest } = await bundleClient(root, [palettes]);
	await cp(join(ROOT, "dist"), folder, {
		recursive: true,
		filter: (path) => !path.startsWith(join(ROOT, "dist", ASSETS, "/")),
	});
	for (const { path, contents } of assets) await writeFile(join(folder, path), contents);
	const whole = { buildId: buildIdOf(assets), ...manifest };
	await writeFile(join(folder, "manifest.json"), JSON.stringify(whole));
}
