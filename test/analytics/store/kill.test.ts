import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/analytics-service.ts";
import { runKillCycles } from "../../support/kill-cycles.ts";

test("killed at random moments, the service loses and doubles nothing that it acknowledged", async () => {
	const result = await runKillCycles({
		dataDir: temporaryFolder(),
		cycles: 5,
		eventsPerSecond: 500,
		minLifeMs: 300,
		maxLifeMs: 900,
	});

	expect(result.acknowledged).toBeGreaterThan(200);
	expect(result).toMatchObject({ lost: 0, doubled: 0, integrity: "ok" });
}, 120_000);
