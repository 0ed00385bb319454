import { fileNameOf, saveFile } from "../format/save-file.ts";
import type { ChartSeries } from "./chart-series.ts";
import { colorReader } from "./line-chart.ts";

export interface PictureOptions {
	readonly title: string;
	/** What the figures are of, such as the range. */
	readonly subtitle: string;
	readonly series: readonly ChartSeries[];
}

const MARGIN = 20;
const HEADER = 76;
const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif';

/** Saves what a canvas shows as a PNG, with the words that stand around it on the screen. */
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
	if (context === null) throw new Error("The browser gives no canvas to draw on");
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
	if (picture === null) throw new Error("The browser could not make a picture of this size");
	saveFile(`${fileNameOf(title, subtitle)}.png`, picture);
}

function drawLegend(
	context: CanvasRenderingContext2D,
	series: readonly ChartSeries[],
	color: (property: string) => string,
): void {
	let left = MARGIN;
	for (const { label, color: property, style } of series) {
		context.fillStyle = color(style === "dashed" ? "--color-line-strong" : property);
		context.fillRect(left, 64, 12, 3);
		context.fillStyle = color("--color-text");
		context.font = `12px ${FONT}`;
		context.fillText(label, left + 18, 69);
		left += 34 + context.measureText(label).width;
	}
}
