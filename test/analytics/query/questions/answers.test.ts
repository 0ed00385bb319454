import { expect, test } from "vitest";
import { isRefused } from "../../../../src/analytics/api/refused.ts";
import { BREAKDOWNS } from "../../../../src/analytics/api-types/dimensions.ts";
import { filtersSchema } from "../../../../src/analytics/api-types/question.ts";
import { answerFromFile } from "../../../../src/analytics/query/questions/sqlite-engine.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import {
	answer as answerOf,
	ask,
	browserOf,
	describeAnswers,
	events,
	FILTERS,
	GOALS,
	isDocs,
	month,
	nowOf,
	sum,
	tally,
	totalsOf,
} from "./month-answers.ts";

const OVERVIEW_BREAKDOWNS = BREAKDOWNS.filter(
	(name) => !["event", "bot", "ai_agent"].includes(name),
);
const OVERVIEW_FILTERS = (
	[
		["client", {}],
		["network", all("browser is Firefox")],
		["client", all("browser is Firefox Safari", "page is_not /pricing", "utm_source is ")],
		["network", all("page is /docs/api /docs/start")],
		["network", all("exit_page is /blog", "entry_page is_not / /nowhere")],
		["client", all("status is 404", "referrer is_not $direct")],
		...FILTERS.slice(3).map(([filters]) => ["network", filters] as const),
	] as const
).map(([by, filters]) => [by, filtersSchema.parse(filters)] as const);

/** Conditions that must all hold, each as a dimension, an operator and values. */
function all(...texts: readonly string[]) {
	const conditions = texts.map((text) => {
		const [dimension, operator, ...values] = text.split(" ");
		return { dimension, operator, values };
	});
	return { conditions };
}

describeAnswers(({ range, start, inRange, path }) => {
	test("events, numbers of a property, and rows by two breakdowns", async () => {
		for (const [filters, holds] of FILTERS) {
			const kept = events.filter((event) => inRange(event) && holds(event));
			const purchases = kept.flatMap(({ amount }) => amount ?? []).toSorted((a, b) => a - b);
			const asked = { kind: "trend", filters, ...range } as const;
			const property = "amount";

			const all = await ask({
				...asked,
				measure: { of: "events" },
				limit: 1_000,
				breakdowns: [{ dimension: "event" }, { property: "plan" }],
			});

			expect(all.total).toBe(kept.length);
			expect(all.counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(kept.length);
			expect(totalsOf(all.rows)).toEqual(
				tally(kept.map(({ name, plan }) => String([name, plan ?? null]))),
			);
			const total = sum(purchases);
			expect(await ask({ ...asked, measure: { of: "sum", property } })).toMatchObject({
				total,
			});
			const average = await ask({ ...asked, measure: { of: "average", property } });
			expect(average.total).toBeCloseTo(total / purchases.length);
			const percentile = { of: "percentile", property, percentile: 90 } as const;
			expect((await ask({ ...asked, measure: percentile })).total).toBe(
				purchases[Math.ceil(0.9 * purchases.length) - 1],
			);
		}
	});

	test("a series of an event, by a property and without a value of it", async () => {
		const signups = events.filter((event) => inRange(event) && event.name === "signup");
		const kept = signups.filter(({ plan }) => plan !== "team");

		const conditions = [{ property: "plan", operator: "is_not", values: ["team"] }] as const;
		const series = await ask({
			kind: "trend",
			measure: { of: "events" },
			interval: "day",
			...range,
			events: { event: "signup", conditions },
			breakdowns: [{ property: "plan" }],
		});

		expect(series.total).toBe(kept.length);
		expect(kept.length).toBeGreaterThan(0);
		expect(kept.length).toBeLessThan(signups.length);
		expect(totalsOf(series.rows)).toEqual(tally(kept.map(({ plan }) => String([plan ?? null]))));
	});

	test("visitors, sessions and views, out of totals and out of events", async () => {
		for (const [filters, holds] of FILTERS) {
			const kept = events.filter(holds).filter(({ session }) => session !== undefined);
			const measure = (of: "visitors" | "sessions" | "views", countVisitorsBy?: "client") =>
				ask({ kind: "trend", measure: { of }, filters, ...range }, countVisitorsBy);

			expect((await measure("views")).total).toBe(
				events.filter((event) => holds(event) && inRange(event) && event.name === "$pageview")
					.length,
			);
			const firsts = new Map<string, number>();
			for (const { visitorDay = "", at } of kept) {
				firsts.set(visitorDay, Math.min(at, firsts.get(visitorDay) ?? at));
			}
			expect((await measure("visitors")).total).toBe(
				[...firsts.values()].filter((at) => inRange({ at })).length,
			);
			expect((await measure("sessions")).total).toBe(
				new Set(
					kept.filter(({ startedAt }) => inRange({ at: startedAt })).map(({ session }) => session),
				).size,
			);
			const people = await measure("visitors", "client");
			expect(people.total).toBe(new Set(kept.filter(inRange).map(({ person }) => person)).size);
			expect(people.visitors.unit).toBe("people");
			const byBrowser = await ask(
				{
					kind: "trend",
					measure: { of: "visitors" },
					filters,
					...range,
					breakdowns: [{ dimension: "browser" }],
				},
				"client",
			);
			const browsers = Map.groupBy(kept.filter(inRange), browserOf);
			expect(totalsOf(byBrowser.rows)).toEqual(
				Object.fromEntries(
					Array.from(browsers, ([browser, seen]) => [
						String(browser),
						new Set(seen.map(({ person }) => person)).size,
					]),
				),
			);
		}
	});

	test("an overview with filters is what the file counts of its views and sessions", async () => {
		const reader = openReader(path);
		for (const [countVisitorsBy, filters] of OVERVIEW_FILTERS) {
			const shown = { ...range, breakdowns: OVERVIEW_BREAKDOWNS, limit: 100 };
			const question = { kind: "stats", ...shown, filters, compare: "previous" } as const;
			const now = nowOf(countVisitorsBy);
			const asked = { question, goals: GOALS, now, countVisitorsBy } as const;
			const answer = await answerOf(asked);

			expect(answer).toEqual(answerFromFile(reader, asked));
			if (isRefused(answer) || !("totals" in answer)) throw new Error("It is refused");
			expect(answer.totals.visitors).toBeGreaterThan(0);
		}
	});

	test("what bots do, which no other question counts", async () => {
		const ofBots = month.filter((event) => event.isOfBot && inRange(event));
		const answer = await ask({
			kind: "trend",
			measure: { of: "events" },
			limit: 1_000,
			...range,
			breakdowns: [{ dimension: "bot" }, { dimension: "page" }],
		});
		const views = await ask({
			kind: "trend",
			measure: { of: "views" },
			compare: "previous",
			...range,
			filters: {
				conditions: [
					{ dimension: "bot", operator: "contains", values: ["example"] },
					{ dimension: "page", operator: "matches", values: ["/docs/*"] },
				],
			},
		});

		expect(answer.total).toBe(ofBots.length);
		expect(totalsOf(answer.rows)).toEqual(
			tally(ofBots.map(({ page }) => String(["Examplebot", page]))),
		);
		expect(views.total).toBe(ofBots.filter(isDocs).length);
		const before = month.filter(
			(event) => event.isOfBot && isDocs(event) && event.at < Date.parse(start),
		);
		expect(views.comparison?.total).toBe(before.length);
	});
});
