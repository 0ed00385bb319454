import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { newPageView } from "../../support/new-event.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { testStore } from "../../support/test-store.ts";

const NOW = Date.UTC(2026, 0, 15, 12);

test("a number that was shipped is not given again when its event is erased", () => {
	const { store } = testStore();
	const log = store.openShipping();
	const write = (distinctId: string) =>
		store.writeBatch([newPageView({ timestamp: NOW, distinctId })]);
	write("stays");
	write("goes");
	log.acknowledge({ first: 1, last: 2, token: "1-2" });
	store.erasePerson("goes");
	write("comes");
	const [erasure] = log.dueErasures(10);

	expect(store.events.lastId()).toBe(3);
	expect(log.waiting()).toBe(1);
	expect(erasure).toMatchObject({ distinctId: "goes", lastNumber: 2 });
});

test("a block that was begun is the same after a restart, until it is acknowledged", () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const first = openStore(path, NOW);
	const block = { first: 1, last: 20, token: "1-20-x" };
	first.openShipping().begin(block);
	first.close();
	const second = openStore(path, NOW);
	const log = second.openShipping();

	expect(log.pending()).toEqual(block);
	log.acknowledge(block);
	expect([log.pending(), log.shippedTo()]).toEqual([undefined, 20]);
	second.close();
});
