import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
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
