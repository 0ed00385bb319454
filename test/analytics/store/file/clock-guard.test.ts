import { expect, test } from "vitest";
import { createClockGuard } from "../../../../src/analytics/store/file/clock-guard.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/analytics/store/totals/roll-up.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

test("a clock that goes as it should pauses nothing", () => {
	const { guard, pass } = clocks();

	for (let minute = 0; minute < 200; minute += 1) pass(60_000);

	expect(guard.pausedUntil()).toBeUndefined();
});

test("a leap of 500 days and back pauses for a day from the second leap", () => {
	const { guard, pass, leap, time } = clocks();
	leap(500 * DAY_MS);
	pass(12_000);
	leap(-500 * DAY_MS);
	pass(10_000);

	expect(guard.pausedUntil()).toBe(time() + DAY_MS);

	pass(DAY_MS + 1);
	expect(guard.pausedUntil()).toBeUndefined();
});

test("a leap while the process is not running is seen at the next start", () => {
	const { settings, guard } = clocks();
	guard.observe();

	const soon = clocks({ settings, start: NOON + HOUR_MS / 2 }).guard;
	soon.observe();
	expect(soon.pausedUntil()).toBeUndefined();
	const late = clocks({ settings, start: NOON + 2 * HOUR_MS }).guard;
	late.observe();

	expect(late.pausedUntil()).toBe(NOON + 2 * HOUR_MS + DAY_MS);
});

test("the operator can say that the clock is right", () => {
	const { guard, pass, leap } = clocks();
	leap(2 * HOUR_MS);
	pass(10_000);
	expect(guard.pausedUntil()).toBeDefined();

	guard.resume();

	expect(guard.pausedUntil()).toBeUndefined();
});

function clocks({ settings = mapSettings(), start = NOON } = {}) {
	let wall = start;
	let monotonic = 0;
	const guard = createClockGuard(
		settings,
		() => wall,
		() => monotonic,
	);
	return {
		settings,
		guard,
		time: () => wall,
		leap: (ms: number) => {
			wall += ms;
		},
		pass: (ms: number) => {
			wall += ms;
			monotonic += ms;
			guard.observe();
		},
	};
}

function mapSettings() {
	const values = new Map<string, string>();
	return {
		get: (key: string) => values.get(key),
		set: (key: string, value: string) => void values.set(key, value),
		delete: (key: string) => void values.delete(key),
	};
}
