import { expect, onTestFinished, test, vi } from "vitest";
import { nextRun, scheduleBackUps } from "../../../src/analytics/back-ups/schedule-back-ups.ts";
import { Metrics } from "../../../src/platform/observability/metrics.ts";
import { recordedLog } from "../../support/recorded-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MIDNIGHT = Date.UTC(2026, 10, 27);
const MINUTE_MS = 60_000;

test.each([
	[[195], 0, 195],
	[[195], 195, 195 + 1440],
	[[195, 915], 200, 915],
	[[915, 195], 1000, 195 + 1440],
])("after the times %j, at minute %i, the next run is at minute %i", (schedule, minute, next) => {
	expect(nextRun(schedule, MIDNIGHT + minute * MINUTE_MS)).toBe(MIDNIGHT + next * MINUTE_MS);
});

test("each time of the schedule makes a back-up, and one that fails is counted and tried at the next time", async () => {
	vi.useFakeTimers({ now: MIDNIGHT });
	onTestFinished(() => void vi.useRealTimers());
	const metrics = new Metrics();
	const { log, lines } = recordedLog("info", "analytics");
	const backUp = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("no room"));
	backUp.mockResolvedValue(undefined);
	const end = scheduleBackUps({
		schedule: [60, 120],
		folder: temporaryFolder(),
		log,
		metrics,
		now: Date.now,
		backUp,
	});

	await vi.advanceTimersByTimeAsync(150 * MINUTE_MS);

	expect(backUp).toHaveBeenCalledTimes(2);
	expect(metrics.render()).toContain("analytics_back_up_failures_total 1");
	expect(lines.join("\n")).toContain("no room");
	end();
	await vi.advanceTimersByTimeAsync(1440 * MINUTE_MS);
	expect(backUp).toHaveBeenCalledTimes(2);
});
