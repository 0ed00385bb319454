import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { askOverview } from "../../../support/ask-store.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { FIRST_DAY, TO_DAY } from "../../../support/naive-count.ts";
import { NOON, newPageView } from "../../../support/new-event.ts";
import { sealAll } from "../../../support/seal-all.ts";
import { testStore } from "../../../support/test-store.ts";

const { kills } = lengthsOf("test/analytics/store/columns/column-files.test.ts");
const NOW = TO_DAY * DAY_MS + DAY_MS / 2;
/** The longest life covers several passes. */
const MAX_LIFE_MS = 400;

test("a store without a day that is over gets no folder of columns", () => {
	const { store, path } = testStore();
	store.writeBatch([newPageView({ timestamp: NOON })]);

	sealAll(store, dayOf(NOON));

	expect(existsSync(join(dirname(path), "columns"))).toBe(false);
});

test("files of another version, of other stores and of days without events are removed", () => {
	const { store, path } = testStore();
	store.writeBatch([newPageView({ timestamp: NOON - DAY_MS })]);
	sealAll(store, dayOf(NOON));
	const folder = join(dirname(path), "columns");
	const [name = ""] = readdirSync(folder);
	writeFileSync(join(folder, String(Number(name) + 1)), readFileSync(join(folder, name)));
	writeFileSync(join(folder, `${name}.x.tmp`), "");
	truncateSync(join(folder, name), 30);

	sealAll(store, dayOf(NOON));

	expect(readdirSync(folder)).toEqual([name]);
	expect(readFileSync(join(folder, name)).length).toBeGreaterThan(30);
});

test("killed while it seals, a process leaves right figures and no other file", async () => {
	const { store, path } = testStore(undefined, NOW);
	store.close();
	const folder = join(dirname(path), "columns");
	for (let kill = 0; kill < kills; kill += 1) {
		await sealAndKill(path, (MAX_LIFE_MS * (kill + 1)) / kills);

		const afterKill = figuresOf(path);
		const { store: next } = testStore(path, NOW);
		sealAll(next, dayOf(NOW));
		next.close();
		expect(figuresOf(path)).toEqual(afterKill);
		const days = Array.from({ length: TO_DAY - FIRST_DAY }, (_, day) => String(FIRST_DAY + day));
		expect(readdirSync(folder).toSorted()).toEqual(days);
	}
	const sealed = figuresOf(path);
	rmSync(folder, { recursive: true });
	expect(figuresOf(path)).toEqual(sealed);
});

/** @param lifeMs Time after the first pass. */
async function sealAndKill(path: string, lifeMs: number): Promise<void> {
	const script = join(import.meta.dirname, "../../../support/seal-until-killed.ts");
	const child = spawn(process.execPath, [script, path, String(NOW)], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const exit = once(child, "exit");
	await Promise.race([once(child.stdout, "data"), exit]);
	await setTimeout(lifeMs);
	child.kill("SIGKILL");
	const [, signal] = await exit;
	expect(signal).toBe("SIGKILL");
}

/** The overview, which totals and events must answer alike. */
function figuresOf(path: string) {
	const reader = openReader(path);
	try {
		const asked = { reader, now: NOW, countVisitorsBy: "client" } as const;
		const figures = askOverview({ ...asked, isFiltered: false });
		expect(askOverview({ ...asked, isFiltered: true })).toEqual(figures);
		const { count } = reader.database.prepare("SELECT count(*) AS count FROM events").get() ?? {};
		expect(figures.days.reduce((sum, [views = 0]) => sum + views, 0)).toBe(count);
		return figures;
	} finally {
		reader.database.close();
	}
}
