import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { knownSelector, selectorTest, testReadsProperties } from "../sqlite/event-test.ts";
import { createEventLabels } from "../sqlite/event-values.ts";
import { createQuestionScan } from "../sqlite/question-scan.ts";
import { OFFSETS, type PathsFigures, renderPaths } from "./render-paths.ts";

interface Walk {
	/** Pages and events in order of time, without consecutive repeats. */
	readonly labels: string[];
	/** Index of the first anchor in `labels`. */
	anchor: number | undefined;
}

/** Answers paths: the steps before and after a page or an event, within a session. */
export function answerPaths(
	reader: Reader,
	{ question, range, goals }: EngineQuestion<"paths">,
): PathsFigures {
	const { filters } = question;
	const { strings } = reader;
	const anchor = knownSelector(question.anchor, goals);
	const isAnchor = selectorTest(anchor, strings);
	const labelOf = createEventLabels(strings);
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit: "visitor-days",
		selectors: undefined,
		readsProperties: testReadsProperties(anchor, filters),
	});
	const tallies = OFFSETS.map(() => new Map<string | null, number>());
	let sessions = 0;
	for (const { eachEvent, passes } of scan.days(range)) {
		const walks = new Map<number, Walk>();
		eachEvent((event) => {
			const { sessionId } = event;
			if (sessionId === undefined) return;
			const walk = walks.get(sessionId) ?? { labels: [], anchor: undefined };
			walks.set(sessionId, walk);
			const isFirst = walk.anchor === undefined && isAnchor(event) && passes(event);
			const label = labelOf(event) ?? (isFirst ? strings.textOf(event.name) : undefined);
			if (label === undefined) return;
			if (walk.labels.at(-1) !== label) walk.labels.push(label);
			if (isFirst) walk.anchor = walk.labels.length - 1;
		});
		for (const { labels, anchor: place } of walks.values()) {
			if (place === undefined) continue;
			sessions += 1;
			for (const [index, offset] of OFFSETS.entries()) {
				const tally = tallies[index];
				// Only the first missing step counts.
				if (!isBeside(labels, place, offset)) continue;
				const label = labels[place + offset] ?? null;
				tally?.set(label, (tally.get(label) ?? 0) + 1);
			}
		}
	}
	return renderPaths(question, { sessions, tallies });
}

/** Whether an offset is in the session, or is the first one before or after it. */
function isBeside(labels: readonly string[], anchor: number, offset: number): boolean {
	const nearer = anchor + offset - Math.sign(offset);
	return nearer >= 0 && nearer < labels.length;
}
