import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { callerPath } from "./start/caller-path.ts";
import { loggiaDeclarations } from "./types/loggia-declarations.ts";

/** Name of the file in a site folder; its author commits it. */
const DECLARATIONS = "loggia.d.ts";

const ROOT = dirname(import.meta.dirname);

/** Writes the types of `loggia` into a site folder. @throws {Error} When the folder cannot be written to. */
export async function writeTypes(folder: string): Promise<string> {
	const { status, stdout } = spawnSync(
		join(ROOT, "node_modules/.bin/tsc"),
		["--build", "src/app/tsconfig.json"],
		{ cwd: ROOT, encoding: "utf8" },
	);
	if (status !== 0) throw new Error(`The types of loggia cannot be written: ${stdout}`);
	const file = join(folder, DECLARATIONS);
	await writeFile(file, await loggiaDeclarations(join(ROOT, "node_modules/.cache/tsc/src")));
	return file;
}

/** `npm run types -- {folder}` */
async function run(words: readonly string[]): Promise<number> {
	const [folder, ...rest] = words;
	if (folder === undefined || rest.length > 0) {
		console.error(`Expected one folder: got "${words.join(" ")}"`);
		return 1;
	}
	try {
		console.log(`Wrote ${await writeTypes(callerPath(folder))}`);
		return 0;
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return 1;
	}
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
