import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../src/analytics/query/threads/reader.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { compareWithClickHouse } from "../../../src/analytics/tasks/compare-clickhouse.ts";
import { hasClickHouse } from "../../support/clickhouse.ts";
import { newPageView } from "../../support/new-event.ts";
import { shipToClickHouse } from "../../support/ship-to-clickhouse.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 86_400_000;

test.skipIf(!hasClickHouse)(
	"a comparison says which days differ, on whichever side an event is missing",
	async () => {
		const storePath = join(temporaryFolder(), "events.sqlite");
		const store = openStore(storePath, NOW);
		onTestFinished(() => store.close());
		const days = [NOW - 2 * DAY_MS, NOW - DAY_MS, NOW - DAY_MS, NOW, NOW];
		store.writeBatch(days.map((timestamp) => newPageView({ timestamp })));
		const { clickHouse, remove } = await shipToClickHouse(store, openReader(storePath));
		onTestFinished(remove);
		const compare = () => compareWithClickHouse({ store, clickHouse, retentionDays: 30, now: NOW });

		expect(await compare()).toEqual({
			isSame: true,
			lines: ["Both have the same number of events of each of 3 days: 5"],
		});
		await clickHouse.command("DELETE FROM loggia.events WHERE number IN (2, 3)");
		store.maintain({ retentionDays: 1.9, maxFileBytes: 1e9 }, NOW);
		expect(await compare()).toEqual({
			isSame: false,
			lines: [
				"2026-01-13: 0 events in the file, 1 in ClickHouse",
				"2026-01-14: 2 events in the file, 0 in ClickHouse",
				expect.stringMatching(/^2 of 3 days differ\. /),
			],
		});
	},
);
