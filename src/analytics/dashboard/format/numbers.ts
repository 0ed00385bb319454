/** Unit of a figure. */
export type Unit = "count" | "percent" | "duration";

const EXACT = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const CHANGE = new Intl.NumberFormat("en", {
	style: "percent",
	maximumFractionDigits: 0,
	signDisplay: "exceptZero",
});
const POINTS = new Intl.NumberFormat("en", { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const BYTES = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Shown instead of a missing figure, such as a rate with a zero denominator. */
export const NO_FIGURE = "–";

/** Shown instead of a change if the compared range begins before the first counted day. */
export const NO_EARLIER = "no earlier data";

/** @param value A share is from 0 to 1; a duration is in milliseconds. */
export function formatFigure(value: number | null, unit: Unit): string {
	if (value === null) return NO_FIGURE;
	if (unit === "percent") return PERCENT.format(value);
	return unit === "duration" ? formatDuration(value) : EXACT.format(value);
}

export function formatCount(value: number | null): string {
	return formatFigure(value, "count");
}

/** @returns For example `1 event` or `2,300 events`. */
export function formatCounted(count: number, one: string): string {
	return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** Like {@link formatFigure}, but shorter: a count of 10,000 or more is compact. */
export function formatShort(value: number | null, unit: Unit): string {
	if (value === null) return NO_FIGURE;
	return unit === "count" && Math.abs(value) >= 10_000
		? COMPACT.format(value)
		: formatFigure(value, unit);
}

/** @returns For example `4h 05m`, `3m 20s` or `8s`. */
export function formatDuration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1_000);
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
	return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

/** @returns For example `1.4 GB`; decimal units, like those of disk vendors. */
export function formatBytes(bytes: number): string {
	const units = ["bytes", "kB", "MB", "GB", "TB"];
	const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
	return `${BYTES.format(bytes / 1_000 ** power)} ${units[power]}`;
}

export interface Change {
	/** For example `+12%`. */
	readonly text: string;
	readonly direction: "up" | "down" | "same";
}

/**
 * Difference between a figure and the previous one. For shares, the difference in percentage
 * points: from 40% to 50% is ten points, not 25%.
 *
 * @returns `undefined` if a figure is missing, or if a count or duration was zero before.
 */
export function changeOf(
	now: number | null,
	before: number | null | undefined,
	unit: Unit,
): Change | undefined {
	if (now === null || before === null || before === undefined) return undefined;
	const isShare = unit === "percent";
	if (!isShare && before === 0) return now === 0 ? { text: "0%", direction: "same" } : undefined;
	const difference = isShare
		? Math.round((now - before) * 1_000) / 10
		: Math.round(((now - before) / before) * 100) / 100;
	const text = isShare ? `${POINTS.format(difference)} pts` : CHANGE.format(difference);
	const direction = difference === 0 ? "same" : difference > 0 ? "up" : "down";
	return { text: text.replace("-", "−"), direction };
}

function twoDigits(value: number): string {
	return String(value).padStart(2, "0");
}
