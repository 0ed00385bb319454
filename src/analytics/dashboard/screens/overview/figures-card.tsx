import { type ReactElement, useMemo } from "react";
import type { Figures, FiguresRange, StatsAnswer } from "../../../api-types/stats.ts";
import type { ChartSeries } from "../../chart/chart-series.ts";
import { FiguresChart } from "../../chart/figures-chart.tsx";
import { Failure } from "../../components/state-notices.tsx";
import { filterWords } from "../../format/labels.ts";
import { changeOf, formatFigure, NO_EARLIER } from "../../format/numbers.ts";
import { formatSpan } from "../../format/times.ts";
import { useParameter } from "../../state/use-address.ts";
import { useQuestion } from "../../state/use-question.ts";
import { comparableRange, METRIC_NAMES, METRICS, type Metric, metricNamed } from "./metrics.ts";
import type { Stats } from "./use-stats.ts";

/** The five figures; the chart shows the chosen figure. */
export function FiguresCard({ stats }: { readonly stats: Stats }): ReactElement {
	const [chosen, choose] = useParameter("metric", "visitors");
	const metric = metricNamed(chosen);
	const before = comparableRange(stats.data?.comparison);
	if (stats.error !== null) return <Failure what="the figures" query={stats} />;
	const { data } = stats;
	const state = data === undefined ? "pending" : stats.isPlaceholderData ? "outdated" : "current";
	return (
		<section className={`card figures figures-${state}`} aria-label="Figures">
			<fieldset className="metrics">
				<legend className="visually-hidden">Figure in the chart</legend>
				{METRIC_NAMES.map((name) => (
					<MetricTile
						key={name}
						metric={METRICS[name]}
						totals={data?.totals}
						before={before?.totals}
						hasNoEarlier={data?.comparison?.is_incomplete === true}
						isChosen={name === metric}
						onChoose={() => choose(name)}
					/>
				))}
			</fieldset>
			{data === undefined ? (
				<div className="chart-skeleton skeleton" role="status" aria-label="Loading" />
			) : (
				<Picture stats={data} before={before} name={metric} />
			)}
		</section>
	);
}

interface PictureProps {
	readonly stats: StatsAnswer;
	readonly before: FiguresRange | undefined;
	readonly name: keyof typeof METRICS;
}

function Picture({ stats, before, name }: PictureProps): ReactElement {
	const { span, question } = useQuestion();
	const { label, unit, figure } = METRICS[name];
	const { series, interval, timezone, to } = stats;
	const starts = useMemo(() => series.map(({ start }) => start), [series]);
	const lines = useMemo((): readonly ChartSeries[] => {
		const values = series.map((point) => point[figure]);
		const now = { label, values, color: "--color-series-1", style: "area" } as const;
		if (before === undefined) return [now];
		return [
			now,
			{
				label: question.comparison === "year" ? "Previous year" : "Previous period",
				// The compared range can have a point more or less, because of daylight saving time.
				values: series.map((_point, index) => before.series[index]?.[figure] ?? null),
				color: "--color-line-strong",
				style: "dashed",
			},
		];
	}, [series, before, label, figure, question.comparison]);
	const filters = question.filters.map((filter) => filterWords(filter).join(" ").trimEnd());
	return (
		<FiguresChart
			title={label}
			subtitle={[formatSpan(span), ...filters].join(", ")}
			{...{ starts, to, interval, timezone, unit }}
			series={lines}
			openHint={before && "Today is not over yet: it is compared with whole days."}
		/>
	);
}

interface MetricTileProps {
	readonly metric: Metric;
	/** Absent until the response arrives. */
	readonly totals: Figures | undefined;
	/** Totals of the compared range. */
	readonly before: Figures | undefined;
	readonly hasNoEarlier: boolean;
	readonly isChosen: boolean;
	readonly onChoose: () => void;
}

/** A figure with its change; a click shows it in the chart. */
function MetricTile(props: MetricTileProps): ReactElement {
	const { metric, totals, before, hasNoEarlier, isChosen, onChoose } = props;
	const { label, unit, figure, better } = metric;
	const value = totals?.[figure];
	const change =
		value === undefined || before === undefined ? undefined : changeOf(value, before[figure], unit);
	const isGood = change?.direction === (better === "more" ? "up" : "down");
	const tone =
		change === undefined || change.direction === "same" ? "same" : isGood ? "good" : "bad";
	return (
		<button type="button" className="metric" aria-pressed={isChosen} onClick={onChoose}>
			<span className="metric-label">{label}</span>
			{value === undefined ? (
				<span className="metric-value skeleton">&nbsp;</span>
			) : (
				<span className="metric-value">{formatFigure(value, unit)}</span>
			)}
			<span className={`metric-change change-${tone}`}>
				{hasNoEarlier && NO_EARLIER}
				{change !== undefined && (
					<>
						<span aria-hidden="true">{ARROWS[change.direction]} </span>
						{change.text}
						<span className="metric-before">
							{" "}
							from {formatFigure(before?.[figure] ?? null, unit)}
						</span>
					</>
				)}
			</span>
		</button>
	);
}

const ARROWS = { up: "↑", down: "↓", same: "→" } as const;
