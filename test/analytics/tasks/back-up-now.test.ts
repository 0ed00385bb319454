import { spawnSync } from "node:child_process";
import { openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAnalyticsProcess } from "../../support/analytics-process.ts";
import { openFile } from "../../support/open-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { pageView } from "../../support/visitor.ts";

const MAIN = join(import.meta.dirname, "../../../dist/analytics/main.js");
const BACK_UP_KEY = "a passphrase for tests";

test("a back-up of a running service is restored on an empty machine, with its key alone", async () => {
	const [folder, other] = [temporaryFolder(), temporaryFolder()];
	const service = await startAnalyticsProcess(folder);
	onTestFinished(async () => void (await service.kill("SIGKILL")));
	expect((await service.send(pageView("https://site.example/"))).status).toBe(200);

	expect(runTask("back-up-now", { DATA_DIR: folder, BACK_UP_KEY })).toEqual({
		status: 0,
		said: "",
	});

	const [name = ""] = readdirSync(join(folder, "back-ups"));
	const copy = join(folder, "back-ups", name);
	expect(runTask("restore", { DATA_DIR: other }, copy)).toMatchObject({
		status: 1,
		said: expect.stringContaining("BACK_UP_KEY must be the key"),
	});
	expect(runTask("restore", { DATA_DIR: other, BACK_UP_KEY }, copy)).toEqual({
		status: 0,
		said: "",
	});
	const restored = openFile(join(other, "analytics/events.sqlite"));
	expect(restored.prepare("SELECT count(*) AS events FROM events").get()).toEqual({ events: 1 });
	const metrics = await (await fetch(`${service.url}/metrics`)).text();
	expect(metrics).toMatch(/analytics_backup_timestamp_seconds 1\d{9}/);
});

/** @param input File for standard input. */
function runTask(task: string, environment: NodeJS.ProcessEnv, input?: string) {
	const { status, stderr } = spawnSync(process.execPath, [MAIN, task], {
		env: { ...process.env, ...environment },
		stdio: [input === undefined ? "ignore" : openSync(input, "r"), "ignore", "pipe"],
		encoding: "utf8",
	});
	return { status, said: stderr };
}
