import type { RowOrder } from "../../../store/totals/roll-up-reader.ts";
import type { Breakdown, Filter } from "../../../wire/dashboard/dimensions.ts";
import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { isRefused, type Refused, refused } from "../../api/refused.ts";
import type { AskedRange, RangeQuestion } from "../../figures/local-range.ts";
import { readRange, readTotalsOnly } from "../../figures/read-range.ts";
import { type CountingQuestion, readVisitorCounting } from "../../figures/read-visitor-counting.ts";
import type { Reader } from "../../threads/reader.ts";

export interface StatsQuestion extends RangeQuestion, CountingQuestion {
	readonly filters: readonly Filter[];
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
	readonly sort?: RowOrder | undefined;
}

/** What the store knows of a question before anything is counted; every engine asks it. */
export interface StatsFacts extends AskedRange, Pick<StatsAnswer, "visitors" | "totals_only"> {}

export function readStatsFacts(reader: Reader, question: StatsQuestion): StatsFacts | Refused {
	const { filters, breakdowns } = question;
	const unfilterable = breakdowns.find((breakdown) =>
		["event", "bot", "ai_agent"].includes(breakdown),
	);
	if (filters.length > 0 && unfilterable !== undefined) {
		return refused(400, `breakdown must not be "${unfilterable}" with a filter`);
	}
	const asked = readRange(reader.database, question);
	if (isRefused(asked)) return asked;
	return {
		...asked,
		// Totals are kept by day, whatever visitors are told apart by.
		visitors: { ...readVisitorCounting(reader, question), unit: "visitor-days" },
		totals_only: readTotalsOnly(reader.database, asked.range),
	};
}
