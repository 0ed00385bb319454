import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { isRefused } from "../../../../src/analytics/api/refused.ts";
import type { AnswerTo, QueryAnswer } from "../../../../src/analytics/api-types/query-answer.ts";
import {
	goalSchema,
	type QuestionInput,
	questionSchema,
} from "../../../../src/analytics/api-types/question.ts";
import { answerFromFile } from "../../../../src/analytics/query/questions/sqlite-engine.ts";
import { openReader, type Reader } from "../../../../src/analytics/query/threads/reader.ts";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { hasClickHouse } from "../../../support/clickhouse.ts";
import { generatedMonth, type MonthEvent, storedMonth } from "../../../support/generated-month.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { type Answer, shipToClickHouse } from "../../../support/ship-to-clickhouse.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { people } = lengthsOf("test/analytics/query/questions/answers.test.ts");
const DAY_MS = 86_400_000;
export const GOALS = {
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
export interface Counted extends MonthEvent {
	/** Of the visitor's day; absent for events of servers. */
	readonly visitorDay: string | undefined;
	readonly session: string | undefined;
	readonly startedAt: number;
}

const RANGES = [
	["UTC", "2026-03-05", "2026-03-29", "2026-03-05T00:00Z", "2026-03-29T00:00Z"],
	// From winter time to summer time.
	["Europe/Berlin", "2026-03-10", "2026-03-31", "2026-03-09T23:00Z", "2026-03-30T22:00Z"],
] as const;

export const isDocs = ({ name, page }: MonthEvent) =>
	name === "$pageview" && page.startsWith("/docs/");
export const isTeamSignup = ({ name, plan }: MonthEvent) => name === "signup" && plan === "team";

/** Filters, and what they mean. */
export const FILTERS: readonly (readonly [
	QuestionInput["filters"],
	(event: Counted) => boolean,
])[] = [
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

const OF_NO_VISIT = { visitorDay: undefined, session: undefined, startedAt: 0 };

export const month = generatedMonth(people);
const stored = storedMonth(month);
export const events = cutSessions(month);

/** Late events change sessions that have been shipped: they come while the others are there. */
const SHIPPED_PARTS = 3;

/** What tests of a range of days compare. */
export interface AskedRange {
	readonly range: { readonly from: string; readonly to: string; readonly timezone: string };
	readonly start: string;
	readonly end: string;
	readonly inRange: (event: { readonly at: number }) => boolean;
	/** Whether a session began in the range. */
	readonly isOfRange: (event: Counted) => boolean;
	/** The store's file. */
	readonly path: string;
}

let answerOf: Answer;

/** Registers tests for each engine, which answers out of the same month, and for each range of days. */
export function describeAnswers(addTests: (asked: AskedRange) => void): void {
	const folder = temporaryFolder(afterAll);
	const path = join(folder, "events.sqlite");
	const afterTests: (() => unknown)[] = [];
	beforeAll(() => {
		const store = openStore(path, 0);
		store.writeBatch(stored);
		afterTests.push(() => store.close());
	});
	afterAll(async () => {
		for (const end of afterTests.toReversed()) await end();
	});
	const engines = [
		["SQLite", true, async () => answerWith(openReader(path))],
		["ClickHouse", hasClickHouse, () => shipMonth(join(folder, "shipped.sqlite"), afterTests)],
	] as const;
	for (const [name, isThere, open] of engines) {
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
				addTests({ range: { from, to, timezone }, start, end, inRange, isOfRange, path });
			});
		});
	}
}

/** Answers with the asked engine; the last described one. */
export function answer(...asked: Parameters<Answer>): ReturnType<Answer> {
	return answerOf(...asked);
}

function answerWith(reader: Reader): Answer {
	return (asked) => answerFromFile(reader, asked);
}

async function shipMonth(path: string, afterTests: (() => unknown)[]): Promise<Answer> {
	const own = openStore(path, 0);
	const shipped = await shipToClickHouse(own, openReader(path));
	afterTests.push(() => own.close(), shipped.remove);
	const size = Math.ceil(stored.length / SHIPPED_PARTS);
	for (let first = 0; first < stored.length; first += size) {
		own.writeBatch(stored.slice(first, first + size));
		await shipped.caughtUp();
	}
	return shipped.answer;
}

export async function ask<Kind extends QueryAnswer["kind"]>(
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
export function nowOf(countVisitorsBy: "network" | "client"): number {
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

export function browserOf(event: Counted): string | undefined {
	return firstOf(event)?.browser;
}

function referrerOf(event: Counted): string | undefined {
	return firstOf(event)?.referrer;
}

export function labelOf({ name, page }: MonthEvent): string | undefined {
	if (name === "$pageview") return page;
	return name.startsWith("$") ? undefined : name;
}

type Test = (event: Counted) => boolean;

/** The chain that is complete first among the longest; of each step the last event before the next. */
export function furthest(
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

export function totalsOf(rows: AnswerTo<"trend">["rows"]): Readonly<Record<string, number | null>> {
	return Object.fromEntries(rows.map(({ values, total }) => [String(values), total]));
}

export function countsOf(
	rows: readonly { readonly label: string | null; readonly count: number }[],
) {
	return Object.fromEntries(rows.map(({ label, count }) => [String(label), count]));
}

export function tally(keys: readonly string[]): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
	return counts;
}

export function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
