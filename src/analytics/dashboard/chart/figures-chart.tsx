import {
	type ReactElement,
	type RefObject,
	useEffect,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import type uPlot from "uplot";
import { subscribeToColorMode } from "../color-mode.ts";
import { SaveTable, type SaveTableProps } from "../components/tables/save-table.tsx";
import { Tool } from "../components/tool.tsx";
import { formatFigure } from "../format/numbers.ts";
import { ChartMarks, markText, type PlacedMark, useMarks } from "./chart-marks.tsx";
import {
	type ChartFigures,
	type ChartSeries,
	type PointsOptions,
	pointsOf,
	withoutFuture,
} from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import { createLineChart, type PointedAt, pointAt, savePicture } from "./line-chart.ts";

export interface FiguresChartProps
	extends Omit<PointsOptions, "now">,
		Pick<ChartFigures, "series" | "unit"> {
	/** Name of the metric, such as `Visitors`. */
	readonly title: string;
	/** Range and filters of the figures. */
	readonly subtitle: string;
	/** Shown below the chart until its last point ends. */
	readonly openHint?: string | undefined;
}

/**
 * A chart of figures over time. A pointer or the arrow keys read its points. It also has a table, and
 * a button to save it.
 */
export function FiguresChart(props: FiguresChartProps): ReactElement {
	const { title, subtitle, starts, to, interval, timezone, unit, openHint } = props;
	const [now] = useState(Date.now);
	const points = useMemo(
		() => pointsOf({ starts, to, interval, timezone, now }),
		[starts, to, interval, timezone, now],
	);
	const series = useMemo(() => withoutFuture(props.series, points), [props.series, points]);
	const figures = { points, series, unit };
	const [pointed, setPointed] = useState<PointedAt>();
	const [isTable, setIsTable] = useState(false);
	const target = useRef<HTMLDivElement>(null);
	const marks = useMarks(points);
	const chart = useLineChart(target, figures, marks, setPointed);
	const caption = `${title}, ${subtitle}`;
	return (
		<>
			<figure className="chart" aria-label={caption}>
				<div className="chart-tools">
					<Legend series={series} />
					<Tool aria-pressed={isTable} onClick={() => setIsTable(!isTable)} icon="table">
						Table
					</Tool>
					<Tool
						onClick={() => {
							const canvas = target.current?.querySelector("canvas");
							if (canvas) void savePicture(canvas, { title, subtitle, series });
						}}
						icon="picture"
					>
						PNG
					</Tool>
					<SaveTable
						name={caption}
						answer={{
							title,
							of: subtitle,
							starts,
							series: series.map(({ label, values }) => ({ label, values })),
						}}
						rows={rowsOf(figures)}
					/>
				</div>
				<div className="chart-picture" onPointerLeave={() => setPointed(undefined)}>
					<PointReader
						{...figures}
						caption={caption}
						onRead={(index) => {
							if (chart.current !== undefined) pointAt(chart.current, index);
						}}
						onLeave={() => setPointed(undefined)}
					/>
					<div className="chart-canvas" ref={target} aria-hidden="true" />
					{pointed !== undefined && <Reading {...figures} pointed={pointed} marks={marks} />}
				</div>
				<ChartMarks marks={marks} caption={caption} />
				<ChartTable {...figures} caption={caption} isShown={isTable} />
			</figure>
			{points.open !== undefined && openHint !== undefined && (
				<p className="hint chart-hint">{openHint}</p>
			)}
		</>
	);
}

/** Creates the chart, and updates it when the container size or the color mode changes. */
function useLineChart(
	target: RefObject<HTMLDivElement | null>,
	{ points, series, unit }: ChartFigures,
	marks: readonly PlacedMark[],
	onPoint: (point: PointedAt | undefined) => void,
): RefObject<uPlot | undefined> {
	const chart = useRef<uPlot>(undefined);
	const ground = useSyncExternalStore(subscribeToColorMode, shownGround);
	useEffect(() => {
		const place = target.current;
		if (place === null) return undefined;
		const marked = [...new Set(marks.map(({ index }) => index))];
		const drawn = createLineChart(place, { points, series, unit, marked, ground, onPoint });
		chart.current = drawn;
		const observer = new ResizeObserver(() => {
			drawn.setSize({ width: place.clientWidth, height: place.clientHeight });
		});
		observer.observe(place);
		return () => {
			observer.disconnect();
			drawn.destroy();
			chart.current = undefined;
		};
	}, [target, points, series, unit, marks, onPoint, ground]);
	return chart;
}

/** Differs between the color modes, like every other color. */
function shownGround(): string {
	return getComputedStyle(document.body).backgroundColor;
}

interface PointReaderProps extends ChartFigures {
	readonly caption: string;
	readonly onRead: (index: number) => void;
	readonly onLeave: () => void;
}

/** A slider over the points: the browser handles the arrow keys and announces each value. */
function PointReader(props: PointReaderProps): ReactElement {
	const { caption, points, series, unit, onRead, onLeave } = props;
	const last = Math.max(0, points.labels.length - 1);
	const [chosen, setChosen] = useState(last);
	const index = Math.min(chosen, last);
	const values = series.map(
		({ label, values }) => `${label} ${formatFigure(values[index] ?? null, unit)}`,
	);
	return (
		<input
			className="chart-reader"
			type="range"
			min={0}
			max={last}
			value={index}
			aria-label={`Read ${caption}`}
			aria-valuetext={`${points.labels[index] ?? ""}: ${values.join(", ")}`}
			onFocus={() => onRead(index)}
			onBlur={onLeave}
			onChange={({ target }) => {
				setChosen(Number(target.value));
				onRead(Number(target.value));
			}}
		/>
	);
}

interface ReadingProps extends ChartFigures {
	readonly pointed: PointedAt;
	readonly marks: readonly PlacedMark[];
}

/** Tooltip next to the point, on the side with more space. */
function Reading({ pointed, points, series, unit, marks }: ReadingProps): ReactElement {
	const { index, left, width } = pointed;
	const side = left > width / 2 ? { right: width - left + 14 } : { left: left + 14 };
	return (
		<div className="chart-reading" style={side} aria-hidden="true">
			<strong>{points.labels[index]}</strong>
			<dl>
				{series.map(({ label, values, color, style }) => (
					<div key={label}>
						<dt>
							<Swatch color={color} style={style} />
							{label}
						</dt>
						<dd>{formatFigure(values[index] ?? null, unit)}</dd>
					</div>
				))}
			</dl>
			{marks
				.filter((mark) => mark.index === index)
				.slice(0, READ_MARKS)
				.map(({ id, kind, label }) => (
					<p key={id}>{markText(kind, label)}</p>
				))}
		</div>
	);
}

/** More marks would cover the chart; the list below shows all marks. */
const READ_MARKS = 3;

function Legend({ series }: Pick<ChartFigures, "series">): ReactElement {
	return (
		<ul className="chart-legend" aria-hidden="true">
			{series.map(({ label, color, style }) => (
				<li key={label}>
					<Swatch color={color} style={style} />
					<span>{label}</span>
				</li>
			))}
		</ul>
	);
}

function Swatch({ color, style }: Pick<ChartSeries, "color" | "style">): ReactElement {
	return <span className={`swatch swatch-${style}`} style={{ color: `var(${color})` }} />;
}

function rowsOf({ points, series }: ChartFigures): SaveTableProps["rows"] {
	return [
		["Time", ...series.map(({ label }) => label)],
		...points.labels.map((label, index) => [
			label,
			...series.map(({ values }) => values[index] ?? null),
		]),
	];
}
