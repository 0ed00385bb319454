import { expect, test } from "vitest";
import { dayOf } from "../../../src/analytics/store/visits/roll-up.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const URL = "https://site.example/";

test("behind one address, 30 people are one visitor by network and 30 by client", async () => {
	const visitors: number[] = [];
	for (const countVisitorsBy of ["network", "client"] as const) {
		const { service, store, clock } = testAnalytics({ countVisitorsBy });
		for (let person = 0; person < 30; person += 1) {
			await visitor().view(service, URL, { distinct_id: `person-${person}` });
			await visitor().view(service, URL, { distinct_id: `person-${person}` });
		}
		const day = dayOf(clock.now);
		visitors.push(store.rollUps.totals({ from: day, to: day + 1 }).visitors);
	}

	expect(visitors).toEqual([1, 30]);
});

test.each([
	"sec-gpc",
	"dnt",
])("events that come with %s are dropped, unless a setting says else", async (header) => {
	const stored: number[] = [];
	for (const dropsOptedOut of [true, false]) {
		const { service, store, metrics } = testAnalytics({ dropsOptedOut });
		for (const value of ["1", "0"]) {
			const response = await service.inject({
				method: "POST",
				url: "/e/",
				headers: { "user-agent": CHROME, [header]: value },
				payload: JSON.stringify(pageView(URL)),
			});
			expect(response.statusCode).toBe(200);
		}
		stored.push(storedEvents(store).length);
		if (dropsOptedOut) expect(metrics.render()).toContain('reason="opted-out"} 1');
	}

	expect(stored).toEqual([1, 2]);
});

test("a sender that does not say what it is counts as a bot", async () => {
	const { service, store } = testAnalytics();

	await visitor({ userAgent: "" }).view(service, URL);

	expect(storedEvents(store)).toMatchObject([{ bot: "(no user agent)" }]);
});
