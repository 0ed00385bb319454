import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefused } from "../../../../src/analytics/api/refused.ts";
import { BREAKDOWNS } from "../../../../src/analytics/api-types/dimensions.ts";
import type { AnswerTo, QueryAnswer } from "../../../../src/analytics/api-types/query-answer.ts";
import {
	filtersSchema,
	goalSchema,
	type QuestionInput,
	questionSchema,
} from "../../../../src/analytics/api-types/question.ts";
import { answerFromFile } from "../../../../src/analytics/query/questions/sqlite-engine.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import { type AnalyticsStore, openStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { hasClickHouse } from "../../../support/clickhouse.ts";
import { generatedMonth, type MonthEvent, storedMonth } from "../../../support/generated-month.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { type Answer, shipToClickHouse } from "../../../support/ship-to-clickhouse.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);
const path = join(folder, "events.sqlite");
const { people } = lengthsOf("test/analytics/query/questions/answers.test.ts");
const DAY_MS = 86_400_000;
const GOALS = {
	signup: goalSchema.parse({
		name: "Signed up for a team",
		selector: { event: "signup", conditions: [{ property: "plan", values: ["team"] }] },
	}),
	docs: goalSchema.parse({
		name: "Read the documentation",
		selector: { conditions: [{ dimension: "page", operator: "matches", values: ["/docs/*"] }] },
	}),
	bought: goalSchema.parse({
		name: "Bought",
		selector: { event: "purchase" },
		value_property: "amount",
	}),
};

/** Events that count, with the sessions that a count of its own has cut: by visitor and day (UTC). */
interface Counted extends MonthEvent {
	/** Of the visitor's day; absent for events of servers. */
	readonly visitorDay: string | undefined;
	readonly session: string | undefined;
	readonly startedAt: number;
}

let month: readonly MonthEvent[];
let events: readonly Counted[];
let answerOf: Answer;
let store: AnalyticsStore;
let stored: readonly NewEvent[];
const afterTests: (() => Promise<void>)[] = [];

beforeAll(() => {
	month = generatedMonth(people);
	events = cutSessions(month);
	store = openStore(path, 0);
	stored = storedMonth(month);
	store.writeBatch(stored);
});

afterAll(async () => {
	for (const remove of afterTests) await remove();
	store.close();
});

/** Late events change sessions that have been shipped: they come while the others are there. */
const SHIPPED_PARTS = 3;

/** Each answers out of the same month. */
const ENGINES: readonly {
	readonly name: string;
	readonly isThere: boolean;
	readonly open: () => Promise<Answer>;
}[] = [
	{
		name: "SQLite",
		isThere: true,
		open: async () => {
			const reader = openReader(path);
			return (asked) => answerFromFile(reader, asked);
		},
	},
	{
		name: "ClickHouse",
		isThere: hasClickHouse,
		open: async () => {
			const ownPath = join(folder, "shipped.sqlite");
			const own = openStore(ownPath, 0);
			const shipped = await shipToClickHouse(own, openReader(ownPath));
			afterTests.push(shipped.remove, async () => own.close());
			const size = Math.ceil(stored.length / SHIPPED_PARTS);
			for (let first = 0; first < stored.length; first += size) {
				own.writeBatch(stored.slice(first, first + size));
				await shipped.caughtUp();
			}
			return shipped.answer;
		},
	},
];

const RANGES = [
	["UTC", "2026-03-05", "2026-03-29", "2026-03-05T00:00Z", "2026-03-29T00:00Z"],
	// From winter time to summer time.
	["Europe/Berlin", "2026-03-10", "2026-03-31", "2026-03-09T23:00Z", "2026-03-30T22:00Z"],
] as const;

const isDocs = ({ name, page }: MonthEvent) => name === "$pageview" && page.startsWith("/docs/");
const isTeamSignup = ({ name, plan }: MonthEvent) => name === "signup" && plan === "team";

/** Filters, and what they mean. */
const FILTERS: readonly (readonly [QuestionInput["filters"], (event: Counted) => boolean])[] = [
	[{}, () => true],
	[
		{ conditions: [{ dimension: "browser", operator: "is_not", values: ["Chrome"] }] },
		(event) => browserOf(event) !== "Chrome",
	],
	[
		{
			conditions: [
				{ dimension: "referrer", operator: "contains", values: ["EXAMPLE"] },
				{ property: "plan", operator: "set" },
			],
		},
		(event) => referrerOf(event)?.includes("example") === true && event.plan !== undefined,
	],
	[
		{
			match: "any",
			conditions: [
				{ property: "amount", operator: "above", values: ["50"] },
				{ dimension: "browser", values: ["Safari", "Firefox"] },
			],
		},
		(event) => (event.amount ?? 0) > 50 || ["Safari", "Firefox"].includes(browserOf(event) ?? ""),
	],
	[
		{ conditions: [{ goal: "docs" }] },
		({ session }) => session !== undefined && docsSessions().has(session),
	],
];

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

for (const { name, isThere, open } of ENGINES) {
	describe.skipIf(!isThere)(name, () => {
		beforeAll(async () => {
			answerOf = await open();
		});
		describe.each(
			RANGES,
		)("answers in %s are those of an independent count", (timezone, from, to, start, end) => {
			const inRange = ({ at }: { readonly at: number }) =>
				at >= Date.parse(start) && at < Date.parse(end);
			const isOfRange = ({ startedAt }: Counted) => inRange({ at: startedAt });
			const range = { from, to, timezone };

			test("events, numbers of a property, and rows by two breakdowns", async () => {
				for (const [filters, holds] of FILTERS) {
					const kept = events.filter((event) => inRange(event) && holds(event));
					const purchases = kept.flatMap(({ amount }) => amount ?? []).toSorted((a, b) => a - b);
					const asked = { kind: "trend", filters, ...range } as const;
					const property = "amount";

					const all = await ask({
						...{ ...asked, measure: { of: "events" }, limit: 1_000 },
						breakdowns: [{ dimension: "event" }, { property: "plan" }],
					});

					expect(all.total).toBe(kept.length);
					expect(all.counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(
						kept.length,
					);
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
					...{ kind: "trend", measure: { of: "events" }, interval: "day", ...range },
					...{ events: { event: "signup", conditions }, breakdowns: [{ property: "plan" }] },
				});

				expect(series.total).toBe(kept.length);
				expect(kept.length).toBeGreaterThan(0);
				expect(kept.length).toBeLessThan(signups.length);
				expect(totalsOf(series.rows)).toEqual(
					tally(kept.map(({ plan }) => String([plan ?? null]))),
				);
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
							kept
								.filter(({ startedAt }) => inRange({ at: startedAt }))
								.map(({ session }) => session),
						).size,
					);
					const people = await measure("visitors", "client");
					expect(people.total).toBe(new Set(kept.filter(inRange).map(({ person }) => person)).size);
					expect(people.visitors.unit).toBe("people");
					const byBrowser = await ask(
						{
							...{ kind: "trend", measure: { of: "visitors" }, filters, ...range },
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
					...{ kind: "trend", measure: { of: "events" }, limit: 1_000, ...range },
					breakdowns: [{ dimension: "bot" }, { dimension: "page" }],
				});
				const views = await ask({
					...{ kind: "trend", measure: { of: "views" }, compare: "previous", ...range },
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

			test("conversions of goals, by a dimension", async () => {
				for (const [unit, by, breakdown, valueAt] of [
					["visitorDay", "network", "browser", browserOf],
					["person", "client", "page", ({ page }: Counted) => page],
				] as const) {
					const goals = ["signup", "docs", "bought"];
					const answer = await ask({ kind: "conversions", goals, breakdown, ...range }, by);
					const kept = events.filter(inRange);
					const visits = (list: readonly Counted[]) =>
						new Set(list.filter(({ session }) => session !== undefined).map((event) => event[unit]))
							.size;

					expect(answer.visitor_count).toBe(visits(kept));
					const tests = [isTeamSignup, isDocs, ({ name }: MonthEvent) => name === "purchase"];
					for (const [index, isGoal] of tests.entries()) {
						const reached = kept.filter(isGoal);
						const who = new Set(reached.flatMap((event) => event[unit] ?? []));
						expect(answer.goals[index]).toMatchObject({
							conversions: reached.length,
							converted: who.size,
							rate: who.size / answer.visitor_count,
							value: index === 2 ? sum(reached.flatMap(({ amount }) => amount ?? [])) : 0,
						});
						const rows = answer.goals[index]?.rows ?? [];
						for (const { value_of, visitor_count } of rows) {
							const own = kept.filter((event) => (valueAt(event) ?? null) === value_of);
							expect(visitor_count).toBe(visits(own));
						}
						expect(
							Object.fromEntries(
								rows.map(({ value_of, conversions }) => [String(value_of), conversions]),
							),
						).toEqual({
							...Object.fromEntries(rows.map(({ value_of }) => [String(value_of), 0])),
							...tally(reached.map((event) => String(valueAt(event) ?? null))),
						});
					}
				}
			});

			test.each([
				["visitor", "network", 2 * 3_600],
				["visitor", "client", 5 * 86_400],
				["session", "network", 3_600],
			] as const)("a funnel by %s, counted by %s, within %d s", async (by, countVisitorsBy, window_seconds) => {
				const isSignup = ({ name }: MonthEvent) => name === "signup";
				const steps = [({ name }: MonthEvent) => name === "$pageview", isDocs, isSignup] as const;
				const question = {
					...({ kind: "funnel", by, window_seconds, ...range } as const),
					steps: [{ event: "$pageview" }, { goal: "docs" }, { event: "signup" }],
				} as const;
				const breakdown = { dimension: "browser" } as const;
				const answer = await ask({ ...question, breakdown }, countVisitorsBy);
				// It takes fewer columns of the events.
				expect((await ask(question, countVisitorsBy)).steps).toEqual(answer.steps);
				const unit =
					by === "session" ? "session" : countVisitorsBy === "client" ? "person" : "visitorDay";
				// A session belongs to the range in which it began, and is seen whole.
				const isAsked = by === "session" ? isOfRange : inRange;
				const groups = [...Map.groupBy(events.filter(isAsked), (event) => event[unit])]
					.filter(([who]) => who !== undefined)
					.map(([, own]) => own.toSorted((a, b) => a.at - b.at));
				const windowMs = window_seconds * 1_000;
				const chains = groups.map((own) => furthest(own, steps, windowMs));

				const reached = steps.map(
					(_, step) => chains.filter((chain) => chain.length > step).length,
				);
				expect(answer.steps.map(({ count }) => count)).toEqual(reached);
				expect(answer.steps.map(({ median_ms }) => median_ms)).toEqual(
					steps.map((_, step) => {
						if (step === 0) return null;
						const gaps = chains
							.flatMap((chain) => (chain[step]?.at ?? Number.NaN) - (chain[step - 1]?.at ?? 0))
							.filter((gap) => !Number.isNaN(gap))
							.toSorted((a, b) => a - b);
						return gaps[Math.ceil(gaps.length / 2) - 1] ?? null;
					}),
				);
				const left = groups.flatMap((own, index) => {
					const chain = chains[index] ?? [];
					if (chain.length !== 1) return [];
					const later = own
						.filter((event) => event.at > (chain[0]?.at ?? 0))
						.flatMap((event) => labelOf(event) ?? []);
					return [String(later[0] ?? null)];
				});
				const { instead = [] } = answer.steps[0] ?? {};
				expect(countsOf(instead)).toEqual(tally(left));
				expect(
					Object.fromEntries(answer.rows.map(({ value, counts }) => [String(value), counts[0]])),
				).toEqual(
					tally(
						chains.flatMap(([first]) => (first === undefined ? [] : [String(browserOf(first))])),
					),
				);
			});

			test("retention by week, which a count by network does not have", async () => {
				const question = {
					kind: "retention",
					period: "week",
					returning: { event: "$pageview" },
					...range,
				} as const;
				const unknown = await ask(question, "network");
				const answer = await ask(question, "client");

				expect(unknown).toMatchObject({ is_available: false, cohorts: [] });
				const starts = answer.cohorts.map((cohort) => Date.parse(cohort.start));
				const weekOf = (at: number) => starts.filter((week) => week <= at).length - 1;
				const seen = events.filter(({ at }) => at >= (starts[0] ?? 0) && at < Date.parse(end));
				const first = new Map<number, number>();
				for (const { person, at, session } of seen.toSorted((a, b) => a.at - b.at)) {
					if (session !== undefined && !first.has(person)) first.set(person, weekOf(at));
				}
				expect(answer.cohorts.map(({ size }) => size)).toEqual(
					starts.map((_, week) => [...first.values()].filter((own) => own === week).length),
				);
				expect(answer.cohorts.map(({ returned }) => returned)).toEqual(
					starts.map((_, week) =>
						starts.slice(week).map((_, later) => {
							const back = seen.filter(
								({ person, at, name }) =>
									name === "$pageview" && first.get(person) === week && weekOf(at) === week + later,
							);
							return new Set(back.map(({ person }) => person)).size;
						}),
					),
				);
				expect(starts.map((time) => new Date(time + 3 * 3_600_000).getUTCDay())).toEqual(
					starts.map(() => 1),
				);
			});

			test("paths around a page", async () => {
				const answer = await ask({
					...{ kind: "paths", limit: 100, ...range },
					anchor: { conditions: [{ dimension: "page", values: ["/pricing"] }] },
				});
				const found: Record<number, string[]> = {};
				let sessions = 0;
				for (const [session, own] of Map.groupBy(
					events.filter(isOfRange),
					(event) => event.session,
				)) {
					const labels = own
						.toSorted((a, b) => a.at - b.at)
						.flatMap((event) => labelOf(event) ?? [])
						.filter((label, index, all) => label !== all[index - 1]);
					const place = labels.indexOf("/pricing");
					if (session === undefined || place < 0) continue;
					sessions += 1;
					for (const offset of [-3, -2, -1, 1, 2, 3]) {
						const step = offset < 0 ? 1 : -1;
						if (labels[place + offset] === undefined && labels[place + offset + step] === undefined)
							continue;
						found[offset] = [...(found[offset] ?? []), String(labels[place + offset] ?? null)];
					}
				}

				expect(answer.sessions).toBe(sessions);
				for (const { offset, rows } of answer.steps) {
					expect(countsOf(rows)).toEqual(tally(found[offset] ?? []));
				}
			});
		});
	});
}

async function ask<Kind extends QueryAnswer["kind"]>(
	input: QuestionInput & { readonly kind: Kind },
	countVisitorsBy: "network" | "client" = "network",
): Promise<AnswerTo<Kind>> {
	const answer = await answerOf({
		question: questionSchema.parse(input),
		goals: GOALS,
		now: nowOf(countVisitorsBy),
		countVisitorsBy,
	});
	if (isRefused(answer)) throw new Error(answer.problems.join());
	// The engine answers each kind with its own.
	return answer as AnswerTo<Kind>;
}

/** Counting is remembered for a minute of the service's clock: each way has a time of its own. */
function nowOf(countVisitorsBy: "network" | "client"): number {
	return Date.UTC(2026, 4, countVisitorsBy === "client" ? 20 : 10);
}

function cutSessions(month: readonly MonthEvent[]): readonly Counted[] {
	const counted = month.filter(({ isOfBot }) => !isOfBot);
	const ofServers = counted.filter(({ isOfServer }) => isOfServer);
	const byDay = Map.groupBy(
		counted.filter(({ isOfServer }) => !isOfServer),
		({ person, at }) => `${person} ${Math.floor(at / DAY_MS)}`,
	);
	const visits = [...byDay].flatMap(([visitorDay, own]) => {
		let number = 0;
		let [last, startedAt] = [Number.NEGATIVE_INFINITY, 0];
		return own
			.toSorted((a, b) => a.at - b.at)
			.map((event) => {
				if (event.at - last > 1_800_000) [number, startedAt] = [number + 1, event.at];
				last = event.at;
				return { ...event, visitorDay, session: `${visitorDay} ${number}`, startedAt };
			});
	});
	return [...visits, ...ofServers.map((event) => ({ ...event, ...OF_NO_VISIT }))];
}

const OF_NO_VISIT = { visitorDay: undefined, session: undefined, startedAt: 0 };

let sessionsOfDocs: ReadonlySet<string | undefined> | undefined;
function docsSessions(): ReadonlySet<string | undefined> {
	sessionsOfDocs ??= new Set(events.filter(isDocs).map(({ session }) => session));
	return sessionsOfDocs;
}

/** Traits are those of the session's first event. */
function firstOf(event: Counted): Counted | undefined {
	if (event.session === undefined) return undefined;
	firsts ??= new Map(
		events
			.filter(({ at, startedAt }) => at === startedAt)
			.map((first) => [first.session ?? "", first]),
	);
	return firsts.get(event.session);
}
let firsts: Map<string, Counted> | undefined;

function browserOf(event: Counted): string | undefined {
	return firstOf(event)?.browser;
}

function referrerOf(event: Counted): string | undefined {
	return firstOf(event)?.referrer;
}

function labelOf({ name, page }: MonthEvent): string | undefined {
	if (name === "$pageview") return page;
	return name.startsWith("$") ? undefined : name;
}

type Test = (event: Counted) => boolean;

/** The chain that is complete first among the longest; of each step the last event before the next. */
function furthest(
	own: readonly Counted[],
	steps: readonly Test[],
	windowMs: number,
): readonly Counted[] {
	const chainTo = (place: number, step: number): readonly Counted[] | undefined => {
		const event = own[place];
		if (event === undefined || steps[step]?.(event) !== true) return undefined;
		if (step === 0) return [event];
		for (let before = place - 1; before >= 0; before -= 1) {
			const chain = chainTo(before, step - 1);
			if (chain === undefined) continue;
			return event.at - (chain[0]?.at ?? 0) > windowMs ? undefined : [...chain, event];
		}
		return undefined;
	};
	for (let step = steps.length - 1; step >= 0; step -= 1) {
		for (let place = 0; place < own.length; place += 1) {
			const chain = chainTo(place, step);
			if (chain !== undefined) return chain;
		}
	}
	return [];
}

function totalsOf(rows: AnswerTo<"trend">["rows"]): Readonly<Record<string, number | null>> {
	return Object.fromEntries(rows.map(({ values, total }) => [String(values), total]));
}

function countsOf(rows: readonly { readonly label: string | null; readonly count: number }[]) {
	return Object.fromEntries(rows.map(({ label, count }) => [String(label), count]));
}

function tally(keys: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
	return counts;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
