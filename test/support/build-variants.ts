import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../scripts/build.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Files that end up in three different chunks of the client. */
const CHANGED = [
	"src/app/pages/index.tsx",
	"src/app/pages/page.tsx",
	"src/app/client/start-client.ts",
] as const;

export interface BuildVariants {
	/** Absolute folders, each of a real build whose entry and pages differ from all others. */
	readonly folders: readonly string[];
	readonly remove: () => Promise<void>;
}

/** Builds the app several times, with a line that makes each build another one. */
export async function buildVariants(count: number): Promise<BuildVariants> {
	const root = await mkdtemp(join(tmpdir(), "loggia-variants-"));
	await cp(join(ROOT, "src"), join(root, "src"), { recursive: true });
	await cp(join(ROOT, "scripts"), join(root, "scripts"), { recursive: true });
	await cp(join(ROOT, "package-lock.json"), join(root, "package-lock.json"));
	await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
	const originals = await Promise.all(CHANGED.map((file) => readFile(join(root, file), "utf8")));

	const folders: string[] = [];
	for (let variant = 1; variant <= count; variant += 1) {
		for (const [index, file] of CHANGED.entries()) {
			const line = `document.documentElement.dataset["variant"] = "${variant}";`;
			const guarded = `\nif (typeof document !== "undefined") ${line}\n`;
			await writeFile(join(root, file), originals[index] + guarded);
		}
		const output = join(root, `build-${variant}`);
		await build({ root, output });
		folders.push(output);
	}
	return { folders, remove: () => rm(root, { recursive: true, force: true }) };
}
