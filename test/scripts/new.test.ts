import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/new.ts");

test("a new site is made in a new folder, and never over one that is there", async () => {
	const parent = temporaryFolder();
	const folder = join(parent, "my site");
	const make = () => spawnSync(process.execPath, [SCRIPT, folder], { encoding: "utf8" });

	const [first, again] = [make(), make()];

	expect(first.status).toBe(0);
	expect(first.stdout).toContain(`SITE_DIR="${folder}" npm start`);
	expect(globSync("pages/**/*.md", { cwd: folder }).length).toBeGreaterThan(5);
	expect(again.status).toBe(1);
	expect(again.stderr).toContain("must be new or empty");
});

test("a name that belongs to a file is refused in a sentence", () => {
	const { status, stderr } = spawnSync(process.execPath, [SCRIPT, SCRIPT], { encoding: "utf8" });

	expect(status).toBe(1);
	expect(stderr).toBe(`The folder cannot be created: "${SCRIPT}" (EEXIST)\n`);
});

test("a new site with React has every type without a network", () => {
	const folder = join(temporaryFolder(), "shop");

	const made = spawnSync(process.execPath, [SCRIPT, folder, "--react"], { encoding: "utf8" });
	const checked = spawnSync(join(folder, "node_modules/.bin/tsc"), [], {
		cwd: folder,
		encoding: "utf8",
	});

	expect(made.stdout).toContain(`SITE_CODE=true SITE_DIR="${folder}" npm start`);
	expect(checked.stdout).toBe("");
	expect(checked.status).toBe(0);
	const tested = spawnSync(process.execPath, ["--test", "test/plans.test.ts"], { cwd: folder });
	expect(tested.status).toBe(0);
});
