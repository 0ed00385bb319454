import { expect, onTestFinished, test } from "vitest";
import { hasClickHouse, startClickHouse } from "../../../support/clickhouse.ts";
import { runKillCycles } from "../../../support/kill-cycles.ts";
import { isLong, lengthsOf } from "../../../support/lengths.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { cycles } = lengthsOf("test/analytics/store/clickhouse/kill.test.ts");
const VICTIMS = [
	{ service: true, other: false },
	{ service: false, other: true },
	{ service: true, other: true },
];

test.skipIf(!hasClickHouse)(
	"with service, ClickHouse or both killed at random moments, what was acknowledged is in ClickHouse once",
	async () => {
		const clickHouse = await startClickHouse();
		onTestFinished(() => clickHouse.remove());
		const stored = (): Promise<readonly { readonly uuid: string }[]> =>
			clickHouse.rows("SELECT toString(uuid) AS uuid FROM loggia.events");
		const result = await runKillCycles({
			dataDir: temporaryFolder(),
			cycles,
			// With the batches: 500 a second.
			eventsPerSecond: 300,
			batchSizes: [50],
			minLifeMs: 50,
			maxLifeMs: 600,
			environment: { ANALYTICS_CLICKHOUSE_URL: clickHouse.url },
			victims: (cycle) => VICTIMS[cycle % VICTIMS.length] ?? { service: true, other: true },
			other: clickHouse,
			finish: untilShipped,
		});
		const uuids = (await stored()).map(({ uuid }) => uuid);
		const unique = new Set(uuids);

		if (isLong) console.log({ ...result, acknowledgedIds: undefined, stored: uuids.length });
		expect(result).toMatchObject({ lost: 0, doubled: 0, integrity: "ok" });
		expect([...result.acknowledgedIds].filter((uuid) => !unique.has(uuid))).toEqual([]);
		expect(uuids.length - unique.size).toBe(0);
	},
);

/** The service itself says how many events ClickHouse has not acknowledged. */
async function untilShipped(url: string): Promise<void> {
	for (;;) {
		const metrics = await (await fetch(`${url}/metrics`)).text();
		if (/^analytics_clickhouse_waiting_events 0$/m.test(metrics)) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
