import { DAY_MS } from "../../../store/totals/roll-up.ts";
import { type Filter, filterConditions } from "../../../wire/dashboard/dimensions.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { addTo, emptyTally, tallyOf } from "../../figures/tally.ts";
import type { Stretch } from "../clickhouse/event-source.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { BREAKDOWN_SOURCES } from "./breakdowns.ts";
import { FilteredVisits, type SessionPart, type ViewPart } from "./filtered-visits.ts";
import { rowsOfFiltered } from "./read-rows.ts";
import type { CountedRange } from "./render-stats.ts";
import type { StatsQuestion } from "./stats-facts.ts";

type Place = Pick<ClickHouseQuestion<"trend">, "database" | "rows">;

type Counted = "point" | ViewPart | SessionPart;

/** Figures of a value, or of a point; those that a statement does not count are 0. */
interface Row {
	readonly dimension: Counted | "seen_point";
	readonly value: string;
	readonly views: number;
	readonly visitors: number;
	readonly sessions: number;
	readonly bounces: number;
	readonly duration: number;
}

/** A range of an overview, of what passes filters, as the file's totals count it. */
export async function countRange(
	{ filters, breakdowns, limit, sort }: StatsQuestion,
	range: LocalRange,
	{ database, rows }: Place,
): Promise<CountedRange> {
	const dimensions = new Set(breakdowns.map((name) => BREAKDOWN_SOURCES[name].dimension));
	const figures = new Map<Counted, Map<string, ReturnType<typeof emptyTally>>>();
	const stretches = stretchesOf(range).values();
	const countInTurn = async (): Promise<void> => {
		for (const stretch of stretches) await countStretch(stretch);
	};
	const countStretch = async (stretch: Stretch): Promise<void> => {
		const visits = new FilteredVisits({
			...{ database, range, stretch },
			ofView: filterConditions(filters.filter(isOfView)),
			ofSession: filterConditions(filters.filter((filter) => !isOfView(filter))),
			viewParts: VIEW_PARTS.filter((name) => dimensions.has(name)),
			sessionParts: SESSION_PARTS.filter((name) => dimensions.has(name)),
		});
		const answers = await Promise.all([rows<Row>(visits.views()), rows<Row>(visits.sessions())]);
		for (const { dimension, value, duration, ...row } of answers.flat()) {
			const of = dimension === "seen_point" ? "point" : dimension;
			const values = figures.get(of) ?? new Map();
			figures.set(of, values);
			addTo(tallyOf(values, value), { ...row, durationMs: duration });
		}
	};
	// Two at a time keep all cores busy at the end of a statement.
	await Promise.all([countInTurn(), countInTurn()]);
	const points = figures.get("point");
	return {
		points: range.starts.map((start) => points?.get(String(start)) ?? emptyTally()),
		rows: rowsOfFiltered(
			new Map([...figures].flatMap(([name, values]) => (name === "point" ? [] : [[name, values]]))),
			{ breakdowns, limit, sort },
		),
	};
}

/**
 * Parts of a range, so that ClickHouse holds the sessions of two months and not those of a year. No
 * visitor and no session spans two parts, so figures add up.
 */
function stretchesOf({ from, to }: LocalRange): readonly Stretch[] {
	const first = Math.floor(from / STRETCH_MS);
	const count = Math.ceil(to / STRETCH_MS) - first;
	return Array.from({ length: count }, (_, index) => ({
		from: Math.max(from, (first + index) * STRETCH_MS),
		to: Math.min(to, (first + index + 1) * STRETCH_MS),
	}));
}

const STRETCH_MS = 31 * DAY_MS;
const VIEW_PARTS: readonly ViewPart[] = ["page", "status"];
const SESSION_PARTS: readonly SessionPart[] = ["page", "exit_page", ...VISIT_TRAITS];

function isOfView({ dimension }: Filter): boolean {
	return dimension === "page" || dimension === "status";
}
