import { expect, test } from "vitest";
import { temporaryFolder } from "../../../support/analytics-service.ts";
import { runKillCycles } from "../../../support/kill-cycles.ts";

/** The long form is `KILL_CYCLES=200`. */
const CYCLES = Number(process.env["KILL_CYCLES"] ?? 5);

test(
	"killed at random moments, the service loses and doubles nothing that it acknowledged",
	async () => {
		const result = await runKillCycles({
			dataDir: temporaryFolder(),
			cycles: CYCLES,
			eventsPerSecond: 500,
			batchSizes: [5_000, 1_000],
			minLifeMs: 50,
			maxLifeMs: 600,
		});

		// The report is what the long form is run for.
		if (CYCLES > 5) console.log(result);
		expect(result.acknowledged).toBeGreaterThan(CYCLES);
		expect(result).toMatchObject({ lost: 0, doubled: 0, integrity: "ok" });
	},
	CYCLES * 30_000,
);
