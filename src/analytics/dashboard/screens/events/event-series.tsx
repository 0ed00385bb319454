import { type ReactElement, useMemo, useState } from "react";
import type { EventSeriesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import type { ChartSeries } from "../../chart/chart-series.ts";
import { pointsOf, withoutFuture } from "../../chart/chart-series.ts";
import { FiguresChart } from "../../chart/figures-chart.tsx";
import { Answered } from "../../components/answered.tsx";
import { PartialNotice } from "../../components/state-notices.tsx";
import { formatFigure, formatShort } from "../../format/numbers.ts";
import { formatSpan } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { AskedEventQuestion } from "./event-question.ts";
import { propertyParameters, withPropertyFilter } from "./event-question.ts";

/** As many as there are colors that can be told apart, and one for all others. */
const MAX_SERIES = 7;
const COLOR_OF_OTHERS = "--color-line-strong";

export interface EventSeriesProps {
	readonly event: string;
	readonly asked: AskedEventQuestion;
}

/** How often an event happened, in all or by a property. */
export function EventSeries({ event, asked }: EventSeriesProps): ReactElement {
	const { question, span, timeZone } = useQuestion();
	const parameters = new URLSearchParams([
		["event", event],
		["from", span.from],
		["to", span.to],
		["timezone", timeZone],
		...(question.interval === undefined ? [] : [["interval", question.interval]]),
		...(asked.breakdown === ""
			? []
			: [
					["breakdown", asked.breakdown],
					["limit", String(MAX_SERIES)],
				]),
		...propertyParameters(asked.filters).map(([name, value]) => [name, value]),
	]);
	const series = useAnswer<EventSeriesAnswer>(`/api/v1/events/series?${parameters}`, {
		keepsPrevious: true,
	});
	return (
		<section className="card figures" aria-label="Over time">
			<Answered
				what="the series"
				query={series}
				skeleton={<div className="chart-skeleton skeleton" role="status" aria-label="Loading" />}
			>
				{(answer) => <Series answer={answer} asked={asked} subtitle={formatSpan(span)} />}
			</Answered>
		</section>
	);
}

interface SeriesProps {
	readonly answer: EventSeriesAnswer;
	readonly asked: AskedEventQuestion;
	readonly subtitle: string;
}

function Series({ answer, asked, subtitle }: SeriesProps): ReactElement {
	const { event, total, to, starts, interval, timezone, breakdown, is_partial } = answer;
	const [now] = useState(Date.now);
	const points = useMemo(
		() => pointsOf({ starts, to, interval, timeZone: timezone, now }),
		[starts, to, interval, timezone, now],
	);
	const lines = useMemo(() => withoutFuture(linesOf(answer), points), [answer, points]);
	return (
		<>
			<p className="series-total">
				<strong>{formatFigure(total, "count")}</strong> {visibleText(event)}
				{breakdown !== null && ` by ${breakdown.property}`}
			</p>
			{is_partial && <PartialNotice />}
			<FiguresChart
				title={visibleText(breakdown === null ? event : `${event} by ${breakdown.property}`)}
				subtitle={subtitle}
				points={points}
				series={lines}
				format={formatCount}
				formatShort={formatShortCount}
			/>
			{breakdown !== null && (
				<SeriesTable
					breakdown={breakdown}
					total={total}
					onChoose={(value) =>
						asked.change({
							filters: withPropertyFilter(asked.filters, {
								name: breakdown.property,
								operator: "is",
								value,
							}),
						})
					}
				/>
			)}
		</>
	);
}

function formatCount(value: number | null): string {
	return formatFigure(value, "count");
}

function formatShortCount(value: number | null): string {
	return formatShort(value, "count");
}

function linesOf({ event, counts, breakdown }: EventSeriesAnswer): readonly ChartSeries[] {
	if (breakdown === null) {
		return [
			{ label: visibleText(event), values: counts, color: "--color-series-1", style: "area" },
		];
	}
	const rows = breakdown.rows.map(({ value, counts }, index) => ({
		label: visibleText(value ?? "(not set)"),
		values: counts,
		color: `--color-series-${index + 1}`,
		style: "line" as const,
	}));
	if (breakdown.other === null) return rows;
	const { counts: values } = breakdown.other;
	return [...rows, { label: "All others", values, color: COLOR_OF_OTHERS, style: "line" }];
}

interface SeriesTableProps {
	readonly breakdown: NonNullable<EventSeriesAnswer["breakdown"]>;
	readonly total: number;
	readonly onChoose: (value: string) => void;
}

function SeriesTable({ breakdown, total, onChoose }: SeriesTableProps): ReactElement {
	const { property, rows, other } = breakdown;
	const share = (count: number): string =>
		formatFigure(total === 0 ? null : count / total, "percent");
	return (
		<table className="breakdown-table series-table">
			<caption className="visually-hidden">By {property}</caption>
			<thead>
				<tr>
					<th scope="col">{property}</th>
					<th scope="col" className="number">
						Share
					</th>
					<th scope="col" className="number">
						Events
					</th>
				</tr>
			</thead>
			<tbody>
				{[...rows, ...(other === null ? [] : [{ ...other, value: undefined }])].map(
					({ value, total: count }, index) => (
						<tr key={value ?? (value === null ? "$unset" : "$other")}>
							<th scope="row">
								<span
									className="swatch swatch-line"
									style={{
										color: `var(${value === undefined ? COLOR_OF_OTHERS : `--color-series-${index + 1}`})`,
									}}
									aria-hidden="true"
								/>
								{typeof value === "string" ? (
									<button type="button" onClick={() => onChoose(value)}>
										{value === "" ? "(empty)" : visibleText(value)}
									</button>
								) : (
									<span className="breakdown-name">
										{value === null ? "(not set)" : "All others"}
									</span>
								)}
							</th>
							<td className="number">{share(count)}</td>
							<td className="number">{formatFigure(count, "count")}</td>
						</tr>
					),
				)}
			</tbody>
		</table>
	);
}
