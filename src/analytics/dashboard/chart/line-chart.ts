import uPlot from "uplot";
import { formatShort } from "../format/numbers.ts";
import { fileNameOf, saveFile } from "../format/save-file.ts";
import type { ChartFigures, ChartSeries } from "./chart-series.ts";
import "uplot/dist/uPlot.min.css";

export interface LineChartOptions extends ChartFigures {
	/** Indexes in `points` of the points with a build, revision or note. */
	readonly marked: readonly number[];
	/** Background color of the chart. */
	readonly ground: string;
	/** Called with the point under the pointer and its position; `undefined` without a point. */
	readonly onPoint: (point: PointedAt | undefined) => void;
}

export interface PointedAt {
	readonly index: number;
	/** Distance from the left edge of the chart, in CSS pixels. */
	readonly left: number;
	readonly width: number;
}

const AXIS_FONT = '12px ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif';
/** Minimum distance between labels. */
const TICK_PIXELS = 88;

/**
 * Draws lines over points at equal distances, regardless of their duration: a day of 23 hours
 * is as wide as other days.
 *
 * Reads the colors from the styles once; create a new chart when they change.
 */
export function createLineChart(
	target: HTMLElement,
	{ points, series, unit, marked, ground, onPoint }: LineChartOptions,
): uPlot {
	const color = colorReader(target);
	const { open } = points;
	const drawn = open === undefined ? series : series.flatMap((one) => withOpenEnd(one, open));
	const last = points.ticks.length - 1;
	return new uPlot(
		{
			width: target.clientWidth,
			height: target.clientHeight,
			padding: [12, 12, 0, 0],
			legend: { show: false },
			cursor: {
				y: false,
				drag: { x: false, y: false, setScale: false },
				points: { size: 9, width: 2, stroke: () => ground },
			},
			scales: {
				// Without this, the scale of a single point has no width.
				x: { time: false, range: () => (last <= 0 ? [-1, 1] : [0, last]) },
				y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
			},
			axes: [
				{
					stroke: color("--color-muted"),
					font: AXIS_FONT,
					grid: { show: false },
					ticks: { show: false },
					gap: 8,
					size: 32,
					splits: (chart) => tickPlaces(points.ticks.length, chart.width),
					values: (_chart, places) => places.map((place) => points.ticks[place] ?? ""),
				},
				{
					stroke: color("--color-muted"),
					font: AXIS_FONT,
					grid: { stroke: color("--color-line"), width: 1 },
					ticks: { show: false },
					gap: 8,
					size: 56,
					space: 44,
					...(hasFractions(series) ? {} : { incrs: WHOLE_STEPS }),
					values: (_chart, places) => places.map((place) => formatShort(place, unit)),
				},
			],
			series: [{}, ...drawn.map((one) => seriesOptions(one, color, points.ticks.length))],
			hooks: {
				drawAxes: [(chart) => drawMarks(chart, marked, color("--color-muted"))],
				setCursor: [
					(chart) => {
						const { idx, left } = chart.cursor;
						if (idx === null || idx === undefined || left === undefined || left < 0) {
							return onPoint(undefined);
						}
						const at = chart.valToPos(idx, "x") + chart.over.offsetLeft;
						return onPoint({ index: idx, left: at, width: chart.width });
					},
				],
			},
		},
		[points.ticks.map((_tick, index) => index), ...drawn.map(({ values }) => [...values])],
		target,
	);
}

const MARK_PIXELS = 5;

/** Draws a line over the full height, behind the figures, with a flag at its top. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, marked: readonly number[], color: string): void {
	const size = MARK_PIXELS * devicePixelRatio;
	ctx.save();
	ctx.strokeStyle = color;
	ctx.fillStyle = color;
	ctx.lineWidth = devicePixelRatio;
	for (const index of marked) {
		const left = Math.round(valToPos(index, "x", true));
		ctx.setLineDash([size / 2, size / 2]);
		ctx.beginPath();
		ctx.moveTo(left, bbox.top);
		ctx.lineTo(left, bbox.top + bbox.height);
		ctx.stroke();
		ctx.beginPath();
		ctx.moveTo(left - size, bbox.top - size);
		ctx.lineTo(left + size, bbox.top - size);
		ctx.lineTo(left, bbox.top + size / 2);
		ctx.fill();
	}
	ctx.restore();
}

/** Sets the cursor on a point, like a pointer does. */
export function pointAt(chart: uPlot, index: number): void {
	chart.setCursor({ left: chart.valToPos(index, "x"), top: 0 });
}

/** Splits a series: unchanged before the open point, dotted from the point before it. */
function withOpenEnd(series: ChartSeries, open: number): readonly ChartSeries[] {
	const { values, style } = series;
	if (style === "dashed" || open === 0) return [series];
	return [
		{ ...series, values: values.map((value, index) => (index < open ? value : null)) },
		{
			...series,
			values: values.map((value, index) => (index < open - 1 ? null : value)),
			style: "open",
		},
	];
}

/** Integer steps: there is no label between 1 and 2 visitors. */
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) =>
	[1, 2, 5].map((n) => n * 10 ** power),
).flat();

function hasFractions(series: readonly ChartSeries[]): boolean {
	return series.some(({ values }) =>
		values.some((value) => value !== null && !Number.isInteger(value)),
	);
}

type ReadColor = (property: string) => string;

/** A canvas supports neither custom properties nor `light-dark()`; a computed color has neither. */
function colorReader(target: HTMLElement): ReadColor {
	return (property) => {
		const probe = document.createElement("span");
		probe.style.color = `var(${property})`;
		target.append(probe);
		const { color } = getComputedStyle(probe);
		probe.remove();
		return color;
	};
}

function seriesOptions(
	{ label, color, style }: ChartSeries,
	read: ReadColor,
	count: number,
): uPlot.Series {
	const stroke = read(color);
	return {
		label,
		stroke,
		width: style === "dashed" ? 1.5 : 2,
		points: { show: count === 1, size: 8, fill: stroke },
		...(style === "dashed" ? { dash: [4, 5] } : {}),
		...(style === "open" ? { dash: [2, 4] } : {}),
		...(style === "area" ? { fill: (chart: uPlot) => fade(chart, stroke) } : {}),
	};
}

/** Gradient from opaque at the line to transparent at the axis. */
function fade({ ctx, bbox }: uPlot, color: string): CanvasGradient {
	const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
	const [red, green, blue] = color.match(/[\d.]+/g) ?? [];
	gradient.addColorStop(0, `rgb(${red} ${green} ${blue} / 0.24)`);
	gradient.addColorStop(1, `rgb(${red} ${green} ${blue} / 0.02)`);
	return gradient;
}

/** Indexes of the points with a label: at equal steps from the first, as many as fit. */
function tickPlaces(count: number, width: number): number[] {
	const step = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / TICK_PIXELS))));
	return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

interface PictureOptions extends Pick<ChartFigures, "series"> {
	readonly title: string;
	/** Description of the figures, such as the range. */
	readonly subtitle: string;
}

const MARGIN = 20;
const HEADER = 76;
const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif';

/** Saves a canvas as a PNG, with the title, subtitle and legend around it. */
export async function savePicture(
	chart: HTMLCanvasElement,
	{ title, subtitle, series }: PictureOptions,
): Promise<void> {
	const scale = devicePixelRatio;
	const color = colorReader(document.body);
	const canvas = document.createElement("canvas");
	canvas.width = chart.width + 2 * MARGIN * scale;
	canvas.height = chart.height + (HEADER + MARGIN) * scale;
	const context = canvas.getContext("2d");
	if (context === null) throw new Error("The browser does not support canvas");
	context.fillStyle = color("--color-raised");
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.scale(scale, scale);
	context.fillStyle = color("--color-heading");
	context.font = `650 16px ${FONT}`;
	context.fillText(title, MARGIN, 30);
	context.fillStyle = color("--color-muted");
	context.font = `13px ${FONT}`;
	context.fillText(subtitle, MARGIN, 50);
	drawLegend(context, series, color);
	context.drawImage(chart, MARGIN, HEADER, chart.width / scale, chart.height / scale);
	const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
	if (picture === null) throw new Error("The browser could not create an image of this size");
	saveFile(`${fileNameOf(title, subtitle)}.png`, picture);
}

function drawLegend(
	context: CanvasRenderingContext2D,
	series: readonly ChartSeries[],
	color: ReadColor,
): void {
	let left = MARGIN;
	for (const { label, color: property } of series) {
		context.fillStyle = color(property);
		context.fillRect(left, 64, 12, 3);
		context.fillStyle = color("--color-text");
		context.font = `12px ${FONT}`;
		context.fillText(label, left + 18, 69);
		left += 34 + context.measureText(label).width;
	}
}
