import { isRefused } from "../../src/analytics/api/refused.ts";
import { filtersSchema, questionSchema } from "../../src/analytics/api-types/question.ts";
import { answerFromFile } from "../../src/analytics/query/questions/sqlite-engine.ts";
import type { Reader } from "../../src/analytics/query/threads/reader.ts";
import { DAY_MS } from "../../src/analytics/store/totals/roll-up.ts";
import { WINDOW_MS } from "./naive-answers.ts";
import { FIRST_DAY, TO_DAY } from "./naive-count.ts";

const RANGE = { from: isoOf(FIRST_DAY), to: isoOf(TO_DAY), timezone: "Europe/Berlin" };
const SIGNUP = { event: "signup", conditions: [] };
const DOCS = { conditions: [{ dimension: "page", operator: "is", values: ["/docs"] }] } as const;
const GOALS = { signup: { name: "", selector: SIGNUP }, docs: { name: "", selector: DOCS } };

export interface AskedStore {
	readonly reader: Reader;
	readonly now: number;
	readonly countVisitorsBy: "network" | "client";
	/** A filter that every event passes, so that no total answers. */
	readonly isFiltered: boolean;
}

/** Asks each kind of question, and returns the figures of `answerNaively()`. */
export function askStore(asked: AskedStore) {
	const trend = (measure: string, by: string) => {
		const answer = ask(asked, {
			kind: "trend",
			measure: { of: measure },
			breakdowns: [{ dimension: by }],
			limit: 100,
			interval: "day",
		});
		const rows = answer.kind === "trend" ? answer.rows : [];
		return Object.fromEntries(
			rows.map(({ values, total, counts }) => [values[0], [total, ...counts]]),
		);
	};
	const funnel = (by: string) => {
		const steps = [{ event: "$pageview" }, DOCS, SIGNUP];
		const answer = ask(asked, { kind: "funnel", by, window_seconds: WINDOW_MS / 1_000, steps });
		return answer.kind === "funnel" ? answer.steps.map(({ count }) => count) : [];
	};
	const conversions = ask(asked, { kind: "conversions", goals: ["signup", "docs"] });
	const retention = ask(asked, { kind: "retention", period: "day" });
	const paths = ask(asked, { kind: "paths", limit: 100, anchor: DOCS });
	return {
		byBrowser: trend("visitors", "browser"),
		byPage: trend("visitors", "page"),
		sessions: trend("sessions", "browser"),
		funnel: funnel("visitor"),
		funnelOfSessions: funnel("session"),
		conversions: Object.fromEntries(
			(conversions.kind === "conversions" ? conversions.goals : [])
				.map(({ goal, conversions: count, converted }) => [goal, [count, converted]] as const)
				.filter(([, [count]]) => count !== 0),
		),
		retention:
			retention.kind === "retention"
				? retention.cohorts.map(({ size, returned }) => [size, ...returned])
				: [],
		paths:
			paths.kind === "paths"
				? [
						paths.sessions,
						...paths.steps.map(({ rows }) =>
							Object.fromEntries(rows.map(({ label, count }) => [label ?? "none", count])),
						),
					]
				: [],
	};
}

function ask({ reader, now, countVisitorsBy, isFiltered }: AskedStore, question: object) {
	const conditions = isFiltered ? [{ dimension: "browser", operator: "set" }] : [];
	const parsed = questionSchema.parse({ ...question, ...RANGE, filters: { conditions } });
	const answer = answerFromFile(reader, { question: parsed, goals: GOALS, now, countVisitorsBy });
	if (isRefused(answer) || !("kind" in answer)) throw new TypeError("A question has an answer");
	return answer;
}

/** The overview, in the shape of `countNaively()`. */
export function askOverview({ reader, now, countVisitorsBy, isFiltered }: AskedStore) {
	const conditions = isFiltered ? [{ dimension: "browser", operator: "set" }] : [];
	const answer = answerFromFile(reader, {
		goals: GOALS,
		now,
		countVisitorsBy,
		question: {
			kind: "stats",
			compare: "none",
			interval: "day",
			limit: 100,
			...RANGE,
			filters: filtersSchema.parse({ conditions }),
			breakdowns: ["page", "exit_page", "browser"],
		},
	});
	if (isRefused(answer) || !("series" in answer)) throw new TypeError("An overview has a series");
	return {
		visitors: answer.totals.visitors,
		days: answer.series.map(({ views, visitors, sessions, bounces, duration_ms: ms }) => [
			...[views, visitors, sessions, bounces, ms],
		]),
		rows: Object.fromEntries(
			Object.entries(answer.breakdowns).map(([name, rows]) => [
				name,
				Object.fromEntries(
					rows.map(({ value, views, sessions, visitors }) => [value, [views, sessions, visitors]]),
				),
			]),
		),
	};
}

function isoOf(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
