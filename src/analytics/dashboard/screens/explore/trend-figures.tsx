import { type ReactElement, useMemo } from "react";
import type { TrendView } from "../../../api-types/dimensions.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { ChartSeries } from "../../chart/chart-series.ts";
import { FiguresChart } from "../../chart/figures-chart.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { RowTable } from "../../components/tables/table.tsx";
import {
	breakdownLabel,
	type CountedEvents,
	countedLabel,
	labelOf,
	measureLabel,
} from "../../format/labels.ts";
import { formatCount, formatFigure, NO_EARLIER } from "../../format/numbers.ts";
import { formatPoint, formatSpan } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { dayIn } from "../../state/dates.ts";

export interface TrendFiguresProps {
	readonly answer: AnswerTo<"trend">;
	readonly view: TrendView;
	readonly title: string;
	readonly events?: CountedEvents;
	/** Called with the value of a clicked bar. */
	readonly onChoose?: (value: string) => void;
}

/** A trend as a line, bars, a table or one number. */
export function TrendFigures(props: TrendFiguresProps): ReactElement {
	const { answer, view, title, events } = props;
	const { total, comparison } = answer;
	return (
		<>
			<p className={view === "number" ? "explore-number" : "series-total"}>
				<strong>{formatCount(total)}</strong>{" "}
				{comparison !== null &&
					(comparison.is_incomplete ? NO_EARLIER : `before: ${formatCount(comparison.total)}`)}
			</p>
			{view === "line" && <Lines answer={answer} title={title} events={events} />}
			{view === "bar" && <TrendBars {...props} />}
			{view === "table" && <Numbers answer={answer} />}
		</>
	);
}

function Lines({
	answer,
	title,
	events,
}: Pick<TrendFiguresProps, "answer" | "title" | "events">): ReactElement {
	const { starts, to, interval, timezone, from, measure } = answer;
	const label = countedLabel(measure, events);
	const series = useMemo(() => seriesOf(answer, label), [answer, label]);
	return (
		<FiguresChart
			title={title}
			subtitle={formatSpan({
				from: dayIn(timezone, Date.parse(from)),
				to: dayIn(timezone, Date.parse(to)),
			})}
			{...{ starts, to, interval, timezone, series }}
			unit="count"
		/>
	);
}

/** @param label What the trend counts, for the line without a breakdown. */
export function seriesOf(answer: AnswerTo<"trend">, label: string): readonly ChartSeries[] {
	const { rows, counts, other, comparison } = answer;
	if (rows.length === 0) {
		const own = { label, values: counts, color: "--color-series-1", style: "area" } as const;
		if (comparison === null || comparison.is_incomplete) return [own];
		const { counts: values } = comparison;
		return [own, { label: "Before", values, color: "--color-line-strong", style: "dashed" }];
	}
	const lines = rows.slice(0, 7).map((row, index) => ({
		label: nameOf(answer, row.values),
		values: row.counts,
		color: `--color-series-${index + 1}`,
		style: "line" as const,
	}));
	if (other === null) return lines;
	const { counts: values } = other;
	return [...lines, { label: "All others", values, color: "--color-line-strong", style: "line" }];
}

/** Rows of a trend as bars; numbers of events also show their share. */
export function TrendBars({
	answer,
	onChoose,
}: Pick<TrendFiguresProps, "answer" | "onChoose">): ReactElement {
	const { rows, total, measure } = answer;
	const isShare = measure.of === "events" && rows.length > 0 && total !== null && total > 0;
	return (
		<BarTable
			caption={`By ${breakdownsLabel(answer)}`}
			head={[breakdownsLabel(answer), measureLabel(measure)]}
			rows={namedRows(answer)}
			keyOf={({ name }) => name}
			figureOf={(row) => row.total ?? 0}
			format={(figure) =>
				isShare
					? `${formatCount(figure)} (${formatFigure(figure / total, "percent")})`
					: formatCount(figure)
			}
		>
			{({ name, value }) =>
				onChoose !== undefined && value !== null ? (
					<button type="button" onClick={() => onChoose(value)}>
						{name}
					</button>
				) : (
					<span className="breakdown-name">{name}</span>
				)
			}
		</BarTable>
	);
}

function Numbers({ answer }: Pick<TrendFiguresProps, "answer">): ReactElement {
	const { starts, interval, timezone } = answer;
	const rows = namedRows(answer);
	return (
		<RowTable
			caption="Numbers of each point"
			rows={rows}
			columns={[
				{ label: breakdownsLabel(answer), cell: ({ name }) => name },
				{ label: "Total", isNumber: true, cell: ({ total }) => formatCount(total) },
				...starts.map((start, index) => ({
					label: formatPoint(start, interval, timezone),
					isNumber: true,
					cell: ({ counts }: (typeof rows)[number]) => formatCount(counts[index] ?? null),
				})),
			]}
		/>
	);
}

/** Rows with their names, and a last row for all others; a single row without a breakdown. */
function namedRows(answer: AnswerTo<"trend">) {
	const { rows, other, counts, total } = answer;
	if (rows.length === 0) return [{ name: "All", value: null, counts, total }];
	const named = rows.map(({ values, ...row }) => {
		const [value = null] = values;
		return { ...row, name: nameOf(answer, values), value };
	});
	return other === null ? named : [...named, { ...other, name: "All others", value: null }];
}

/** Header of the row names, such as `Page`; `All` without a breakdown. */
function breakdownsLabel({ breakdowns }: AnswerTo<"trend">): string {
	return breakdowns.length === 0 ? "All" : breakdowns.map(breakdownLabel).join(" · ");
}

function nameOf({ breakdowns }: AnswerTo<"trend">, values: readonly (string | null)[]): string {
	const names = values.map((value, index) => {
		const by = breakdowns[index];
		if (value === null) return "(not set)";
		if (by !== undefined && "dimension" in by) return labelOf(by.dimension, value);
		return value === "" ? "(empty)" : visibleText(value);
	});
	return names.join(" · ");
}
