import { expect, test } from "vitest";
import { createVisibleTime } from "../../../../src/app/client/analytics/measure-visits.ts";

test("only the time in which a page is in sight counts, and it was left when it was last seen", () => {
	const { page, clock, time } = tab();
	time.begin(1_000);
	clock.now = 6_000;
	page.turn("hidden");
	clock.now = 100_000;
	page.turn("visible");
	clock.now = 102_500;
	page.turn("hidden");

	expect(time.end(9_000_000)).toEqual({ seconds: 7.5, lastSeenAt: 102_500 });
	expect(time.end(9_000_001)).toBeUndefined();
});

test("a page that was never in sight was left when it was opened", () => {
	const { page, time } = tab();
	page.turn("hidden");
	time.begin(1_000);

	expect(time.end(5_000)).toEqual({ seconds: 0, lastSeenAt: 1_000 });
});

test("each view has a time of its own", () => {
	const { time } = tab();
	time.begin(1_000);
	time.end(4_000);
	time.begin(4_000);

	expect(time.end(5_000)).toEqual({ seconds: 1, lastSeenAt: 5_000 });
});

function tab() {
	const clock = { now: 0 };
	const target = new EventTarget();
	const page = Object.assign(target, {
		visibilityState: "visible",
		turn(state: "visible" | "hidden") {
			page.visibilityState = state;
			target.dispatchEvent(new Event("visibilitychange"));
		},
	});
	// All of a document that it looks at.
	const time = createVisibleTime(page as unknown as Document, () => clock.now);
	return { page, clock, time };
}
