import type { EventSeriesAnswer } from "../../wire/dashboard/events.ts";
import type { ValueCondition } from "../../wire/dashboard/question.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { RangeQuestion } from "../figures/local-range.ts";
import type { AskQuestion } from "../questions/ask-engine.ts";
import type { Client } from "../threads/reading-threads.ts";
import type { PropertyConditions } from "./property-conditions.ts";

export interface EventSeriesQuestion extends RangeQuestion {
	readonly event: string;
	/** Name of the property to break down by. */
	readonly breakdown: string | undefined;
	readonly conditions: PropertyConditions;
	readonly limit: number;
}

/** How often an event happened, point by point: a trend, in the words of this route. */
export async function readEventSeries(
	ask: AskQuestion,
	{ event, breakdown, conditions, limit, ...range }: EventSeriesQuestion,
	client: Client,
): Promise<EventSeriesAnswer | Refused> {
	const question = {
		kind: "trend",
		measure: { of: "events" },
		events: { event, conditions: valueConditions(conditions) },
		filters: { match: "all", conditions: [] },
		breakdowns: breakdown === undefined ? [] : [{ property: breakdown }],
		compare: "none",
		limit,
		...range,
	} as const;
	const trend = await ask(question, client);
	if (isRefused(trend)) return trend;
	const { from, to, interval, timezone, starts, is_partial, rows, other } = trend;
	return {
		event,
		...{ from, to, interval, timezone, starts, is_partial },
		...numbersOf(trend),
		breakdown:
			breakdown === undefined
				? null
				: {
						property: breakdown,
						rows: rows.map((row) => ({ value: row.values[0] ?? null, ...numbersOf(row) })),
						other: other === null || other.total === 0 ? null : numbersOf(other),
					},
	};
}

function valueConditions({ property, property_not }: PropertyConditions): ValueCondition[] {
	const conditions = (named: Readonly<Record<string, string>>, operator: "is" | "is_not") =>
		Object.entries(named).map(([name, value]) => ({ property: name, operator, values: [value] }));
	return [...conditions(property, "is"), ...conditions(property_not, "is_not")];
}

/** Events are counted: no figure of them is absent. */
function numbersOf({
	total,
	counts,
}: {
	readonly total: number | null;
	readonly counts: readonly (number | null)[];
}) {
	return { total: total ?? 0, counts: counts.map((count) => count ?? 0) };
}
