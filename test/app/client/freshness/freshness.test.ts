import { expect, test } from "vitest";
import {
	createFreshness,
	type FreshnessOptions,
	pollDelayMs,
	wakeDelayMs,
} from "../../../../src/app/client/freshness/freshness.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";

const FIVE_MINUTES_MS = 5 * 60 * 1000;

test("a tab asks every five minutes, give or take a tenth", async () => {
	const { clock, asked, freshness } = tab();

	freshness.start();
	await clock.pass(10 * FIVE_MINUTES_MS);

	expect(asked.length).toBeGreaterThanOrEqual(9);
	expect(asked.length).toBeLessThanOrEqual(11);
});

test("a tab whose build is live is not stale", async () => {
	const { clock, freshness } = tab({ live: () => "build-1" });

	freshness.start();
	await clock.pass(FIVE_MINUTES_MS * 2);

	expect(freshness.isStale()).toBe(false);
});

test("a tab whose build is not the live one is stale, until it is live again", async () => {
	let live = "build-2";
	const { clock, freshness } = tab({ live: () => live });
	freshness.start();

	await clock.pass(FIVE_MINUTES_MS * 2);
	expect(freshness.isStale()).toBe(true);

	live = "build-1";
	await clock.pass(FIVE_MINUTES_MS * 2);
	expect(freshness.isStale()).toBe(false);
});

test("a hidden tab asks nothing and leaves nothing to be woken for", async () => {
	const { clock, asked, freshness, show } = tab();
	freshness.start();

	show(false);
	await clock.pass(100 * FIVE_MINUTES_MS);

	expect(asked).toEqual([]);
	expect(clock.waiting()).toBe(0);
});

test("a tab that is opened in the background asks nothing before it is shown", async () => {
	const { clock, asked, freshness, show } = tab({ isVisible: false });
	freshness.start();
	await clock.pass(10 * FIVE_MINUTES_MS);
	expect(asked).toEqual([]);

	show(true);
	await clock.pass(FIVE_MINUTES_MS / 30);

	expect(asked).toHaveLength(1);
});

test("a tab that is hidden while it asks does not ask on", async () => {
	const { clock, asked, freshness, hideOnAsk } = tab();
	hideOnAsk();
	freshness.start();

	await clock.pass(100 * FIVE_MINUTES_MS);

	expect(asked).toHaveLength(1);
	expect(clock.waiting()).toBe(0);
});

test("a tab that is shown again asks soon, and not twice for a quick glance elsewhere", async () => {
	const { clock, asked, freshness, show } = tab();
	freshness.start();
	show(false);
	await clock.pass(FIVE_MINUTES_MS);

	show(true);
	await clock.pass(FIVE_MINUTES_MS / 30);
	expect(asked).toHaveLength(1);

	show(false);
	show(true);
	await clock.pass(FIVE_MINUTES_MS / 30);
	expect(asked).toHaveLength(1);
});

test("a page restored from the back-forward cache asks soon", async () => {
	const { clock, asked, freshness } = tab();
	freshness.start();
	await clock.pass(FIVE_MINUTES_MS / 2);

	freshness.visibilityChanged();
	await clock.pass(FIVE_MINUTES_MS / 30);

	expect(asked).toHaveLength(1);
});

test("a stale tab that goes offline stays stale, and a failure is told and asked over", async () => {
	const failures: unknown[] = [];
	let isOnline = true;
	const { clock, asked, freshness } = tab({
		live: () => {
			if (isOnline) return "build-2";
			throw new TypeError("Failed to fetch");
		},
		onFailure: (error) => failures.push(error),
	});
	freshness.start();
	await clock.pass(FIVE_MINUTES_MS * 2);

	isOnline = false;
	await clock.pass(FIVE_MINUTES_MS * 3);

	expect(freshness.isStale()).toBe(true);
	expect(failures.length).toBeGreaterThan(0);
	expect(asked.length).toBeGreaterThan(2);
});

test("offline is not stale", async () => {
	const { clock, freshness } = tab({
		live: () => {
			throw new TypeError("Failed to fetch");
		},
	});
	freshness.start();

	await clock.pass(FIVE_MINUTES_MS * 3);

	expect(freshness.isStale()).toBe(false);
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

interface TabOptions {
	readonly live?: () => string;
	readonly isVisible?: boolean;
	readonly onFailure?: FreshnessOptions["onFailure"];
}

interface Tab {
	readonly clock: ManualClock;
	/** The times at which the tab asked. */
	readonly asked: readonly number[];
	readonly freshness: ReturnType<typeof createFreshness> & { readonly isStale: () => boolean };
	readonly show: (visible: boolean) => void;
	readonly hideOnAsk: () => void;
}

function tab({ live = () => "build-1", isVisible = true, onFailure }: TabOptions = {}): Tab {
	const clock = createManualClock();
	const asked: number[] = [];
	let visible = isVisible;
	let hides = false;
	let isStale = false;
	const freshness = createFreshness({
		pollMs: FIVE_MINUTES_MS,
		clock,
		random: pseudoRandom(),
		isVisible: () => visible,
		onBuild: (buildId) => {
			isStale = buildId !== "build-1";
		},
		onFailure: onFailure ?? (() => undefined),
		fetchLatest: async () => {
			asked.push(clock.now());
			if (hides) show(false);
			return { id: live(), timestamp: 0 };
		},
	});
	function show(shown: boolean): void {
		visible = shown;
		freshness.visibilityChanged();
	}
	return {
		clock,
		asked,
		freshness: { ...freshness, isStale: () => isStale },
		show,
		hideOnAsk: () => {
			hides = true;
		},
	};
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
