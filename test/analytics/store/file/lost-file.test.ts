import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { startAnalyticsProcess } from "../../../support/analytics-process.ts";
import { testAnalytics } from "../../../support/analytics-service.ts";
import { NOON, newPageView } from "../../../support/new-event.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { testStore } from "../../../support/test-store.ts";
import { pageView, visitor } from "../../../support/visitor.ts";

const LOSSES: readonly (readonly [string, (path: string) => void])[] = [
	["deleted", (path) => rmSync(path)],
	[
		"deleted with its log",
		(path) => {
			for (const end of ["", "-wal", "-shm"]) rmSync(path + end);
		},
	],
	[
		"replaced",
		(path) => {
			copyFileSync(path, `${path}.other`);
			renameSync(`${path}.other`, path);
		},
	],
];

test.each(
	LOSSES,
)("a file that is %s is saved beside its place, and capture answers 503", async (_, lose) => {
	const { service, store, path, clock } = testAnalytics({ now: NOON });
	await visitor().view(service, "https://site.example/");
	await visitor().view(service, "https://site.example/docs");
	store.watchFile(clock.now);
	expect((await service.inject("/readyz")).statusCode).toBe(200);

	lose(path);
	store.watchFile(clock.now);

	const refused = await visitor().view(service, "https://site.example/");
	const readiness = await service.inject("/readyz");
	expect(refused.statusCode).toBe(503);
	expect(readiness.statusCode).toBe(503);
	const { savedAs = "" } = store.status().lost ?? {};
	expect(readiness.body).toContain(savedAs.split("/").at(-1));
	const saved = openStore(savedAs, clock.now);
	expect(saved.events.count()).toBe(2);
	saved.close();
});

test("a store that is where it was says nothing", () => {
	const { store } = testStore();
	store.writeBatch([newPageView()]);

	store.watchFile(NOON);

	expect(store.status().lost).toBeUndefined();
});

test("a service whose folder is emptied notices it within seconds", async () => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder, { LOG_LEVEL: "silent" });
	const send = () => service.send(pageView("https://site.example/"));
	expect((await send()).status).toBe(200);

	rmSync(join(folder, "analytics"), { recursive: true });

	await expect.poll(async () => (await send()).status).toBe(503);
	expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
	expect(readdirSync(join(folder, "analytics"))).toEqual([expect.stringContaining(".rescued-")]);
	expect(await service.kill("SIGTERM")).toBe(0);
});
