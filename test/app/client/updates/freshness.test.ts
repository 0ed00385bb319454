import { expect, test } from "vitest";
import {
	createFreshness,
	pollDelayMs,
	wakeDelayMs,
} from "../../../../src/app/client/updates/freshness.ts";
import { readFixture } from "../../../support/read-fixture.ts";
import { createManualClock } from "../manual-clock.ts";

const FIVE_MINUTES_MS = 5 * 60 * 1000;

test.each(
	Object.entries(readFixture<readonly string[]>("tab/freshness.yaml")),
)("%s", async (_name, steps) => {
	const { does } = tab();
	for (const step of steps) {
		const [word = "", ...rest] = step.split(" ");
		const act = does[word];
		if (act === undefined) throw new Error(`A tab must know how to ${word}`);
		await act(...rest);
	}
});

test("a thousand tabs that wake together do not ask within the same second", () => {
	const seconds = Map.groupBy(evenly(1000), (random) =>
		Math.floor(wakeDelayMs(FIVE_MINUTES_MS, random) / 1000),
	);

	expect(seconds.size).toBe(10);
	for (const tabs of seconds.values()) expect(tabs).toHaveLength(100);
});

test("a thousand tabs that were opened together drift apart over a minute", () => {
	const delays = evenly(1000).map((random) => pollDelayMs(FIVE_MINUTES_MS, random));

	expect(Math.min(...delays)).toBeCloseTo(FIVE_MINUTES_MS * 0.9, 0);
	expect(Math.max(...delays)).toBeGreaterThan(FIVE_MINUTES_MS * 1.0997);
	expect(Math.max(...delays)).toBeLessThan(FIVE_MINUTES_MS * 1.1);
});

/** A tab, what can be done to it, and what can be seen of it, by the words of the fixture. */
function tab() {
	const clock = createManualClock();
	const failures: unknown[] = [];
	let live: string | undefined = "build-1";
	let [isVisible, hides, isStale, asked] = [true, false, false, 0];
	const freshness = createFreshness({
		pollMs: FIVE_MINUTES_MS,
		clock,
		random: pseudoRandom(),
		isVisible: () => isVisible,
		onBuild: (buildId) => {
			isStale = buildId !== "build-1";
		},
		onFailure: (error) => failures.push(error),
		fetchLatest: async () => {
			asked += 1;
			if (hides) show(false);
			if (live === undefined) throw new TypeError("Failed to fetch");
			return { id: live, timestamp: 0 };
		},
	});
	const show = (shown: boolean): void => {
		isVisible = shown;
		freshness.visibilityChanged();
	};
	const does: Readonly<Record<string, (...words: string[]) => unknown>> = {
		start: () => freshness.start(),
		wait: (time = "") =>
			clock.pass(Number.parseInt(time, 10) * (time.endsWith("m") ? 60_000 : 1_000)),
		live: (build) => {
			live = build;
		},
		offline: () => {
			live = undefined;
		},
		opened: () => {
			isVisible = false;
		},
		hides: () => {
			hides = true;
		},
		show: () => show(true),
		hide: () => show(false),
		restore: () => freshness.visibilityChanged(),
		asked: (least, _to, most = least) => {
			expect(asked).toBeGreaterThanOrEqual(Number(least));
			expect(asked).toBeLessThanOrEqual(Number(most));
		},
		sleeps: () => expect(clock.waiting()).toBe(0),
		stale: () => expect(isStale).toBe(true),
		fresh: () => expect(isStale).toBe(false),
		told: () => expect(failures).not.toEqual([]),
	};
	return { does };
}

/** The same numbers in every run. */
function pseudoRandom(): () => number {
	let state = 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

function evenly(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index / count);
}
