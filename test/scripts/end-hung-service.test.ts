import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { endHungService } from "../../scripts/start/end-hung-service.ts";

const START_MS = 1_000_000;

test("a service that is silent for 20 s is ended, though all its threads are stopped", async () => {
	const { service, entry, name } = await startStopped();
	const observe = (isSilent: boolean, afterMs: number): boolean =>
		endHungService({ name, entry, isSilent, nowMs: START_MS + afterMs });

	const verdicts = [observe(true, 0), observe(true, 19_000), observe(true, 20_000)];

	expect(verdicts).toEqual([false, false, true]);
	expect((await once(service, "exit"))[1]).toBe("SIGKILL");
});

test("an answer in between starts the count anew", async () => {
	const { service, entry, name } = await startStopped();
	const observe = (isSilent: boolean, afterMs: number): boolean =>
		endHungService({ name, entry, isSilent, nowMs: START_MS + afterMs });

	observe(true, 0);
	observe(false, 10_000);
	const verdicts = [observe(true, 20_000), observe(true, 39_000)];

	expect(verdicts).toEqual([false, false]);
	expect(service.exitCode).toBeNull();
});

async function startStopped() {
	const name = `test-${randomUUID()}`;
	const entry = join(tmpdir(), `${name}.mjs`);
	writeFileSync(entry, `setInterval(() => {}, 1000); console.log("up");`);
	const service = spawn(process.execPath, [entry], { stdio: ["ignore", "pipe", "inherit"] });
	onTestFinished(() => {
		service.kill("SIGKILL");
		rmSync(entry);
		rmSync(join(tmpdir(), `loggia-${name}-silent-since`), { force: true });
	});
	await once(service.stdout, "data");
	service.kill("SIGSTOP");
	return { service, entry, name };
}
