import { spawnSync } from "node:child_process";
import {
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import { startAnalyticsProcess } from "../support/analytics-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");
const PROJECT = "3f9c12ab04de";

test("a back-up of a running service has every project, and is restored once the service has stopped", async () => {
	const [data, copies] = [temporaryFolder(), temporaryFolder()];
	const service = await startAnalyticsProcess(data);
	const folder = join(data, "analytics");
	const stores = [folder, join(folder, "projects", PROJECT)].map((at) => join(at, "events.sqlite"));
	const [, ofProject = ""] = stores;
	openStore(ofProject, Date.now()).close();
	const run = (script: string, ...words: readonly string[]) =>
		spawnSync(process.execPath, [join(SCRIPTS, script), ...words], {
			env: { ...process.env, DATA_DIR: data },
			encoding: "utf8",
		});
	for (const path of stores) note(path, "before");

	const backedUp = run("back-up.ts", join(copies, "all.sqlite"));
	for (const path of stores) note(path, "after");
	const tooEarly = run("restore.ts", join(copies, "all.sqlite"));
	await service.kill("SIGTERM");
	const restored = run("restore.ts", join(copies, "all.sqlite"));

	expect(backedUp).toMatchObject({ status: 0, stderr: "" });
	expect(readdirSync(copies).toSorted()).toEqual([`all.${PROJECT}.sqlite`, "all.sqlite"]);
	expect(tooEarly.status).toBe(1);
	expect(tooEarly.stderr).toContain("The analytics service must be stopped first");
	expect(restored).toMatchObject({ status: 0, stderr: "" });
	for (const path of stores) expect(noted(path)).toEqual("before");
});

test.each(["back-up.ts", "restore.ts"])("%s without a file says what it needs", (script) => {
	const { status, stderr } = spawnSync(process.execPath, [join(SCRIPTS, script)], {
		encoding: "utf8",
	});

	expect(status).toBe(1);
	expect(stderr).toMatch(/^The argument must be one file/);
});

test("npm run back-up writes a relative name into the folder of the caller, and says where", () => {
	const [data, caller] = [temporaryFolder(), realpathSync(temporaryFolder())];
	const folder = join(data, "analytics");
	mkdirSync(folder);
	openStore(join(folder, "events.sqlite"), Date.now()).close();

	const { stdout } = spawnSync(process.execPath, [join(SCRIPTS, "back-up.ts"), "all.sqlite"], {
		env: { ...process.env, DATA_DIR: data, INIT_CWD: caller },
		encoding: "utf8",
		cwd: data,
	});

	expect(stdout).toContain(`Backed up to ${join(caller, "all.sqlite")}\n`);
	expect(readdirSync(caller)).toEqual(["all.sqlite"]);
});

test.each([
	["all.sqlite", "caller/all.sqlite"],
	["./all.sqlite", "caller/all.sqlite"],
	["", "program/backups/loggia-"],
])("./loggia back-up %s is in %s, and says its absolute path", (name, expected) => {
	const root = realpathSync(temporaryFolder());
	const folders = ["caller", "program", "bin"].map((folder) => join(root, folder));
	for (const folder of folders) mkdirSync(folder);
	const [caller = "", program = "", bin = ""] = folders;
	copyFileSync(join(SCRIPTS, "../loggia"), join(program, "loggia"));
	const docker = '#!/bin/sh\ncase "$*" in *main.js\\ back-up*) echo copy ;; esac\n';
	writeFileSync(join(bin, "docker"), docker, { mode: 0o755 });

	const { stderr, status } = spawnSync(
		join(program, "loggia"),
		["back-up", ...(name === "" ? [] : [name])],
		{ cwd: caller, env: { PATH: `${bin}:${process.env["PATH"]}` }, encoding: "utf8" },
	);

	const [, path = ""] = /^Backed up to (.*)$/m.exec(stderr) ?? [];
	expect(status).toBe(0);
	expect(path.startsWith(join(root, expected))).toBe(true);
	expect(readFileSync(path, "utf8")).toBe("copy\n");
});

function note(path: string, value: string): void {
	const database = new DatabaseSync(path);
	database.exec("CREATE TABLE IF NOT EXISTS noted(value TEXT)");
	database.prepare("INSERT INTO noted(value) VALUES(?)").run(value);
	database.close();
}

/** @returns The last that was noted. */
function noted(path: string): unknown {
	const database = new DatabaseSync(path, { readOnly: true });
	const row = database.prepare("SELECT value FROM noted ORDER BY rowid DESC LIMIT 1").get();
	database.close();
	return row?.["value"];
}
