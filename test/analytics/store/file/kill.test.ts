import { expect, test } from "vitest";
import { runKillCycles } from "../../../support/kill-cycles.ts";
import { isLong, lengthsOf } from "../../../support/lengths.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { cycles } = lengthsOf("test/analytics/store/file/kill.test.ts");

test("killed at random moments, the service loses and doubles nothing that it acknowledged", async () => {
	const result = await runKillCycles({
		dataDir: temporaryFolder(),
		cycles,
		eventsPerSecond: 500,
		batchSizes: [5_000, 1_000],
		minLifeMs: 50,
		maxLifeMs: 600,
	});

	// The report is what the long form is run for.
	if (isLong) console.log({ ...result, acknowledgedIds: undefined });
	expect(result.acknowledged).toBeGreaterThanOrEqual(cycles);
	expect(result).toMatchObject({ lost: 0, doubled: 0, integrity: "ok" });
});
