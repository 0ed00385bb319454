import { isViewEvent } from "../../protocol/view-events.ts";
import { newSum, type Sum } from "../totals/roll-up.ts";
import { type Coded, type DayColumns, newCodes } from "./day-columns.ts";

/** For each event of a day, 1 if it is selected, else 0. */
export type Mask = Uint8Array;

/** Totals by value. */
export type ValueSums = Map<string, Sum>;

/** Figures of a day's sessions, by session. */
export type SessionFigures = Readonly<
	Record<"views" | "sessions" | "bounces" | "durationMs", Uint32Array | Float64Array>
>;

/** @returns The selected events that are page views. */
export function viewMask(columns: DayColumns, mask: Mask): Mask {
	const { codes, texts } = columns.text("event");
	const isView = texts.map((text) => (text !== undefined && isViewEvent(text) ? 1 : 0));
	const views = new Uint8Array(mask.length);
	for (let index = 0; index < mask.length; index += 1) {
		views[index] = (mask[index] as number) & (isView[codes[index] as number] as number);
	}
	return views;
}

/**
 * @param views Page views to count in their sessions.
 * @param isCounted Whether a session itself counts.
 */
export function figuresOfSessions(
	{ sessions, sessionTable }: DayColumns,
	views: Mask,
	isCounted: (session: number) => boolean,
): SessionFigures {
	const { size, durations, views: allViews } = sessionTable;
	const figures = {
		views: new Uint32Array(size),
		sessions: new Uint32Array(size),
		bounces: new Uint32Array(size),
		durationMs: new Float64Array(size),
	};
	for (let index = 0; index < views.length; index += 1) {
		const session = sessions[index] as number;
		figures.views[session] = (figures.views[session] as number) + (views[index] as number);
	}
	for (let session = 1; session < size; session += 1) {
		if (!isCounted(session)) continue;
		figures.sessions[session] = 1;
		figures.bounces[session] = (allViews[session] as number) <= 1 ? 1 : 0;
		figures.durationMs[session] = durations[session] as number;
	}
	return figures;
}

/** Adds amounts, by event or by session, to a figure of their values. */
export function addByValue(
	values: ValueSums,
	{ codes, texts }: Coded,
	figure: keyof Sum,
	amounts: ArrayLike<number>,
): void {
	const sums = new Float64Array(texts.length);
	for (let index = 0; index < codes.length; index += 1) {
		const code = codes[index] as number;
		sums[code] = (sums[code] as number) + (amounts[index] as number);
	}
	for (const [code, text] of texts.entries()) {
		const sum = sums[code] as number;
		if (text !== undefined && sum !== 0) values.getOrInsertComputed(text, newSum)[figure] += sum;
	}
}

/** Adds sessions to the totals of their values, without their views. */
export function addSessions(values: ValueSums, column: Coded, figures: SessionFigures): void {
	for (const figure of ["sessions", "bounces", "durationMs"] as const) {
		addByValue(values, column, figure, figures[figure]);
	}
}

/** @returns The values of the events' sessions. */
export function valuesOfEvents({ sessions }: DayColumns, { codes, texts }: Coded): Coded {
	const ofEvents = newCodes(sessions.length, texts.length);
	for (let index = 0; index < sessions.length; index += 1) {
		ofEvents[index] = codes[sessions[index] as number] as number;
	}
	return { codes: ofEvents, texts };
}
