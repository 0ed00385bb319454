import type { QueryAnswer } from "../../../../api-types/query-answer.ts";
import { breakdownLabel } from "../../../format/labels.ts";
import { formatPoint } from "../../../format/times.ts";
import { dayIn } from "../../../state/dates.ts";

type Row = readonly (string | number | null)[];

/** Rows of an answer for a spreadsheet, header first; rates are from 0 to 1. */
export function answerRows(answer: QueryAnswer): readonly Row[] {
	switch (answer.kind) {
		case "trend": {
			const { rows, other, starts, total, counts, interval, timezone } = answer;
			const shown = rows.length === 0 ? [{ values: ["All"], total, counts }] : rows;
			const names = rows.length === 0 ? ["Value"] : answer.breakdowns.map(breakdownLabel);
			const others = other === null ? [] : [{ ...other, values: names.map(() => "All others") }];
			return [
				[...names, "Total", ...starts.map((start) => formatPoint(start, interval, timezone))],
				...[...shown, ...others].map((row) => [...row.values, row.total, ...row.counts]),
			];
		}
		case "conversions":
			return [
				["Goal", "Value of breakdown", "Visitors", "Converted", "Rate", "Conversions", "Value"],
				...answer.goals.flatMap(({ goal, rows, ...all }) =>
					[{ ...all, value_of: "", visitor_count: answer.visitor_count }, ...rows].map((row) => [
						goal,
						row.value_of,
						row.visitor_count,
						row.converted,
						row.rate,
						row.conversions,
						row.value,
					]),
				),
			];
		case "funnel":
			return [
				["Value of breakdown", ...answer.steps.map(({ label }) => label)],
				["All", ...answer.steps.map(({ count }) => count)],
				...answer.rows.map(({ value, counts }) => [value, ...counts]),
			];
		case "retention":
			return [
				[
					"Cohort",
					"People",
					...answer.cohorts.map((_cohort, index) => `${answer.period} ${index}`),
				],
				...answer.cohorts.map(({ start, size, returned }) => [
					dayIn(answer.timezone, Date.parse(start)),
					size,
					...returned,
				]),
			];
		case "paths":
			return [
				["Step", "Page or event", "Sessions"],
				...answer.steps.flatMap(({ offset, rows, other }) =>
					[...rows, { label: "All others", count: other }].map(({ label, count }) => [
						offset,
						label,
						count,
					]),
				),
			];
	}
}
