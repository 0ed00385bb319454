import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callerPath } from "./start/caller-path.ts";
import { taskRunner } from "./start/task-runner.ts";

// Writes the public site as static files, for `npm run export -- {folder}`.
const dataFolder = mkdtempSync(join(tmpdir(), "loggia-export-"));
// Not the folder of a running site, which may use it at the same time.
process.env["DATA_DIR"] = dataFolder;
try {
	const run = await taskRunner("site");
	const words = process.argv.slice(2).map(callerPath);
	process.exitCode = run(["export", ...words]).status ?? 1;
} finally {
	rmSync(dataFolder, { recursive: true, force: true });
}
