import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");

test.each([
	"adopt.ts",
	"check-site.ts",
])("%s reads a relative folder from the folder of the caller", (script) => {
	const caller = temporaryFolder();
	mkdirSync(join(caller, "own/docs"), { recursive: true });
	writeFileSync(join(caller, "own/mkdocs.yml"), "site_name: Own\n");
	writeFileSync(join(caller, "own/docs/index.md"), "# Home\n");

	const { stdout, stderr } = spawnSync(process.execPath, [join(SCRIPTS, script), "own"], {
		env: { ...process.env, INIT_CWD: caller },
		encoding: "utf8",
		cwd: SCRIPTS,
	});

	expect(stdout + stderr).toMatch(/mkdocs/i);
});
