import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { isRefused } from "../../../../src/analytics/api/refused.ts";
import type { AnswerTo, QueryAnswer } from "../../../../src/analytics/api-types/query-answer.ts";
import {
	filtersSchema,
	goalSchema,
	type QuestionInput,
	questionSchema,
} from "../../../../src/analytics/api-types/question.ts";
import type { StatsAnswer } from "../../../../src/analytics/api-types/stats.ts";
import { keyOf } from "../../../../src/analytics/ingest/visitor-key.ts";
import type { AnyQuestion } from "../../../../src/analytics/query/questions/engine-question.ts";
import { answerFromFile } from "../../../../src/analytics/query/questions/sqlite-engine.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { NOON, newPageView, numberedUuid } from "../../../support/new-event.ts";
import { sealAll } from "../../../support/seal-all.ts";
import { testStore } from "../../../support/test-store.ts";

const { histories } = lengthsOf("test/analytics/store/columns/sealed-days.test.ts");
const FIRST_DAY = dayOf(NOON) - 4;
const DAYS = 4;
const RANGE = { from: "2026-01-11", to: "2026-01-15", timezone: "UTC" } as const;
const MINUTE_MS = 60_000;
const PAGES = ["/", "/pricing", "/docs"];
const GOALS = {
	docs: goalSchema.parse({
		name: "Docs",
		selector: { conditions: [{ dimension: "page", values: ["/docs"] }] },
	}),
};

/** An event of a client that identifies visitors and sessions. */
interface ClientEvent {
	readonly uuid: string;
	readonly at: number;
	readonly name: string;
	readonly page: string;
	readonly plan: string | undefined;
	readonly client: string;
	readonly session: string;
}

/** Sessions that begin at any time of four days, many of them before midnight. */
const sessionsOfClients = fc
	.array(
		fc.record({
			client: fc.nat(5),
			day: fc.nat(DAYS - 1),
			minute: fc.oneof(fc.nat(1_439), fc.integer({ min: 1_400, max: 1_439 })),
			steps: fc.array(
				fc.record({
					gap: fc.nat(50),
					page: fc.constantFrom(...PAGES),
					name: fc.constantFrom("$pageview", "$pageview", "signup", "$pageleave"),
					plan: fc.constantFrom("team", "solo", undefined),
				}),
				{ minLength: 1, maxLength: 6 },
			),
		}),
		{ minLength: 1, maxLength: 12 },
	)
	.map((sessions): readonly ClientEvent[] => {
		let number = 0;
		return sessions.flatMap(({ client, day, minute, steps }, session) => {
			let at = (FIRST_DAY + day) * DAY_MS + minute * MINUTE_MS;
			return steps.map(({ gap, ...step }) => {
				number += 1;
				at += gap * MINUTE_MS + number;
				return {
					...{ ...step, at, client: `client-${client}`, session: `session-${session}` },
					uuid: numberedUuid(number),
				};
			});
		});
	});

const step = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 12 }) }) },
	{ weight: 2, arbitrary: fc.constant("seal" as const) },
	{ weight: 1, arbitrary: fc.constant("restart" as const) },
	{ weight: 1, arbitrary: fc.constant("damage" as const) },
);

test("answers are those of a count in memory, whatever comes late, twice, over midnight, or between restarts", () => {
	fc.assert(
		fc.property(
			sessionsOfClients.chain((events) =>
				fc.tuple(
					fc.constant(events),
					fc.shuffledSubarray([...events], { minLength: events.length }),
					fc.array(step, { maxLength: 8 }),
				),
			),
			([events, arriving, steps]) => {
				const opened = testStore();
				let { store } = opened;
				const { path } = opened;
				let waiting = arriving.map(newEventOf);
				for (const one of steps) {
					if (one === "seal") sealAll(store, dayOf(NOON));
					else if (one === "damage") damageFiles(path);
					else if (one === "restart") {
						store.close();
						store = testStore(path).store;
					} else {
						// Some events come twice.
						store.writeBatch([...waiting.slice(0, one.write), ...waiting.slice(0, 2)]);
						waiting = waiting.slice(one.write);
					}
				}
				store.writeBatch(waiting);
				expectAnswers(path, events);
				sealAll(store, dayOf(NOON));
				expectAnswers(path, events);
				store.close();
			},
		),
		{ numRuns: histories },
	);
});

test("an erased person is in no file, and no longer counts", () => {
	const { store, path } = testStore();
	const kept = sessionOf("kept", "session-1", [
		["/", 23 * 60 + 50],
		["/docs", 24 * 60 + 5],
	]);
	const erased = sessionOf("erased-marker", "session-2", [
		["/docs", 10],
		["/pricing-marker", 12],
	]);
	store.writeBatch([...kept, ...erased].map(newEventOf));
	sealAll(store, dayOf(NOON));
	expect(textOfFiles(path)).toContain("/pricing-marker");

	store.erasePerson("erased-marker");

	expect(textOfFiles(path)).not.toContain("marker");
	sealAll(store, dayOf(NOON));
	expect(textOfFiles(path)).not.toContain("marker");
	expectAnswers(path, kept);
});

test("a filter on a property counts every day of the range", () => {
	const { store, path } = testStore();
	const events = Array.from({ length: DAYS }, (_, day) =>
		sessionOf("ann", `session-${day}`, [["/", day * 24 * 60 + 600]]),
	).flat();
	store.writeBatch(events.map(newEventOf));
	sealAll(store, dayOf(NOON));

	const { total, counts } = ask(path, {
		...{ kind: "trend", measure: { of: "events" }, interval: "day", ...RANGE },
		filters: { conditions: [{ property: "plan", values: ["team"] }] },
	});

	expect([total, counts]).toEqual([4, [1, 1, 1, 1]]);
});

function expectAnswers(path: string, events: readonly ClientEvent[]): void {
	const sessions = [...Map.groupBy(events, ({ session }) => session).values()].map((own) =>
		own.toSorted((a, b) => a.at - b.at),
	);
	const startOf = (own: readonly ClientEvent[]) => own[0]?.at ?? 0;
	const days = Array.from({ length: DAYS }, (_, day) => FIRST_DAY + day);
	const end = (FIRST_DAY + DAYS) * DAY_MS;
	const begun = sessions.filter((own) => startOf(own) < end);
	const asked = begun.filter((own) => own.some(isDocs));
	const inRange = events.filter(({ at }) => at < end);

	const trend = { kind: "trend", interval: "day", ...RANGE } as const;
	const goal = { conditions: [{ goal: "docs" }] };
	expect(ask(path, { ...trend, measure: { of: "sessions" } }).counts).toEqual(
		days.map((day) => begun.filter((own) => dayOf(startOf(own)) === day).length),
	);
	expect(ask(path, { ...trend, measure: { of: "sessions" }, filters: goal }).counts).toEqual(
		days.map((day) => asked.filter((own) => dayOf(startOf(own)) === day).length),
	);
	const reached = new Set(sessions.filter((own) => own.some(isDocs)).flat());
	expect(ask(path, { ...trend, measure: { of: "events" }, filters: goal }).total).toBe(
		inRange.filter((event) => reached.has(event)).length,
	);
	expect(ask(path, { ...trend, measure: { of: "visitors" } }).total).toBe(
		new Set(inRange.map(({ client }) => client)).size,
	);
	expect(
		ask(path, {
			...{ ...trend, measure: { of: "views" } },
			filters: { conditions: [{ property: "plan", operator: "set" }] },
		}).total,
	).toBe(inRange.filter(({ name, plan }) => name === "$pageview" && plan !== undefined).length);
	const funnel = ask(path, {
		...{ kind: "funnel", by: "session", ...RANGE, window_seconds: 86_400 },
		steps: [{ event: "$pageview" }, { event: "signup" }],
	});
	const first = (own: readonly ClientEvent[]) => own.findIndex(({ name }) => name === "$pageview");
	expect(funnel.steps.map(({ count }) => count)).toEqual([
		begun.filter((own) => first(own) >= 0).length,
		begun.filter((own) => first(own) >= 0 && own.slice(first(own)).some(isSignup)).length,
	]);
	const paths = ask(path, {
		...{ kind: "paths", limit: 100, ...RANGE },
		anchor: { conditions: [{ dimension: "page", values: ["/docs"] }] },
	});
	expect(paths.sessions).toBe(asked.length);
	const overview = answerOf(path, {
		...{ kind: "stats", filters: filtersSchema.parse({}), compare: "none", ...RANGE },
		...{ breakdowns: ["entry_page", "page"], limit: 100, interval: "day" },
	});
	if (!("series" in overview)) throw new TypeError("An overview has a series");
	expect(overview.series.map(({ sessions: count }) => count)).toEqual(
		days.map((day) => begun.filter((own) => dayOf(startOf(own)) === day).length),
	);
	expect(overview.totals.bounces).toBe(
		begun.filter((own) => own.filter(({ name }) => name === "$pageview").length <= 1).length,
	);
}

const isDocs = ({ name, page }: ClientEvent) => name === "$pageview" && page === "/docs";
const isSignup = ({ name }: ClientEvent) => name === "signup";

function ask<Kind extends QueryAnswer["kind"]>(
	path: string,
	input: QuestionInput & { readonly kind: Kind },
): AnswerTo<Kind> {
	// The engine answers each kind with its own.
	return answerOf(path, questionSchema.parse(input)) as AnswerTo<Kind>;
}

function answerOf(path: string, question: AnyQuestion): QueryAnswer | StatsAnswer {
	const reader = openReader(path);
	onTestFinished(() => reader.database.close());
	const asked = { question, goals: GOALS, now: NOON, countVisitorsBy: "client" } as const;
	const answer = answerFromFile(reader, asked);
	if (isRefused(answer)) throw new Error(answer.problems.join());
	return answer;
}

function damageFiles(path: string): void {
	const folder = join(dirname(path), "columns");
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder)) {
		const bytes = readFileSync(join(folder, name));
		for (let at = 200; at < bytes.length; at += 997) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
		writeFileSync(join(folder, name), bytes);
	}
}

function textOfFiles(path: string): string {
	const folder = join(dirname(path), "columns");
	const files = readdirSync(folder).map((name) => join(folder, name));
	return [path, `${path}-wal`, ...files]
		.filter((file) => existsSync(file))
		.map((file) => readFileSync(file, "latin1"))
		.join("");
}

/** Views of pages at minutes since the first day. */
function sessionOf(
	client: string,
	session: string,
	views: readonly (readonly [page: string, minute: number])[],
): readonly ClientEvent[] {
	return views.map(([page, minute]) => ({
		...{ page, client, session, name: "$pageview", plan: "team" },
		at: FIRST_DAY * DAY_MS + minute * MINUTE_MS,
		uuid: crypto.randomUUID(),
	}));
}

function newEventOf({ uuid, at, name, page, plan, client, session }: ClientEvent): NewEvent {
	const isView = name === "$pageview";
	return newPageView({
		...{ uuid, timestamp: at, event: name, distinctId: client, receivedAt: NOON },
		properties: { $pathname: page, ...(plan === undefined ? {} : { plan }) },
		visit: {
			session: keyOf([Buffer.from(session)]),
			page: isView ? page : undefined,
			status: undefined,
			traits: { browser: "Firefox" },
		},
	});
}
