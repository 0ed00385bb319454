import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { Reader } from "../../threads/reader.ts";
import { eventLabels, TextNumbers } from "../columns/event-labels.ts";
import { daysOfSessions, type ScannedDay, scanRange } from "../columns/scan-range.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { OFFSETS, type PathsFigures, renderPaths } from "./render-paths.ts";

interface Walk {
	/** Numbers of pages and events in order of time, without consecutive repeats. */
	readonly labels: number[];
	/** Index of the first anchor in `labels`. */
	anchor: number | undefined;
}

/** Answers paths: the steps before and after a page or an event, within a session that began in the range. */
export function answerPaths(
	reader: Reader,
	{ question, range, goals }: EngineQuestion<"paths">,
): PathsFigures {
	const { filters } = question;
	const anchor = knownSelector(question.anchor, goals);
	const texts = new TextNumbers();
	const tallies = OFFSETS.map(() => new Map<number, number>());
	let sessions = 0;
	const finish = ({ labels, anchor: place }: Walk): void => {
		if (place === undefined) return;
		sessions += 1;
		for (const [index, offset] of OFFSETS.entries()) {
			// Only the first missing step counts.
			if (!isBeside(labels, place, offset)) continue;
			const tally = tallies[index];
			const label = labels[place + offset] ?? 0;
			tally?.set(label, (tally.get(label) ?? 0) + 1);
		}
	};
	/** Walks of sessions over midnight, by the number of the session. */
	let continued: ReadonlyMap<number, Walk> = new Map();
	for (const day of scanRange(reader, { filters, goals }, daysOfSessions(range))) {
		const { walks, over } = walksOf(day, range, continued);
		const isAnchor = day.select(anchor);
		const { sessions: ofEvents } = day.columns;
		const labels = eventLabels(day.columns, texts);
		const { codes: names, texts: nameTexts } = day.columns.text("event");
		for (let index = 0; index < ofEvents.length; index += 1) {
			const walk = walks[ofEvents[index] as number];
			if (walk === undefined) continue;
			const isFirst = isAnchor[index] === 1 && walk.anchor === undefined;
			let label = labels[index] as number;
			if (label === 0 && isFirst) label = texts.numberOf(nameTexts[names[index] as number]);
			if (label === 0) continue;
			if (walk.labels.at(-1) !== label) walk.labels.push(label);
			if (isFirst) walk.anchor = walk.labels.length - 1;
		}
		const open = new Set(over.values());
		for (const walk of walks) if (walk !== undefined && !open.has(walk)) finish(walk);
		continued = over;
	}
	return renderPaths(question, {
		sessions,
		tallies: tallies.map((tally) =>
			[...tally].map(([label, count]) => [texts.textOf(label) ?? null, count] as const),
		),
	});
}

/** @returns A walk for each session of the day that began in the range, and those that continue after midnight. */
function walksOf(
	{ columns: { sessionTable }, start }: ScannedDay,
	{ from, to }: { readonly from: number; readonly to: number },
	continued: ReadonlyMap<number, Walk>,
) {
	const { numbers, startedAt, durations, size } = sessionTable;
	const walks: (Walk | undefined)[] = [undefined];
	const over = new Map<number, Walk>();
	for (let session = 1; session < size; session += 1) {
		const [began, number] = [startedAt[session] as number, numbers[session] as number];
		const isAsked = began >= from && began < to;
		const walk = isAsked ? (continued.get(number) ?? { labels: [], anchor: undefined }) : undefined;
		walks.push(walk);
		const isOver = began + (durations[session] as number) >= start + DAY_MS;
		if (walk !== undefined && isOver) over.set(number, walk);
	}
	return { walks, over };
}

/** Whether an offset is in the session, or is the first one before or after it. */
function isBeside(labels: readonly number[], anchor: number, offset: number): boolean {
	const nearer = anchor + offset - Math.sign(offset);
	return nearer >= 0 && nearer < labels.length;
}
