import { dailyVisitors } from "../../../store/columns/count-day.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { Reader } from "../../threads/reader.ts";
import { eventCodes } from "../columns/event-codes.ts";
import { eventLabels, TextNumbers } from "../columns/event-labels.ts";
import {
	daysOfSessions,
	type ScannedDay,
	type Segment,
	scanRange,
	segmentsOf,
} from "../columns/scan-range.ts";
import { type KnownSelector, knownSelector, selectsViews } from "../columns/selectors.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { nearestRank } from "../trend/measures.ts";
import { FunnelCounts, FunnelRun } from "./funnel-run.ts";
import { type FunnelFigures, renderFunnel } from "./render-funnel.ts";

type Funnel = EngineQuestion<"funnel">;

/** Answers a funnel: visitors and times by step, and the next events of visitors who left. */
export function answerFunnel(reader: Reader, asked: Funnel): FunnelFigures {
	const { question, range, goals, unit } = asked;
	const selectors = question.steps.map((step) => knownSelector(step, goals));
	const counts = new FunnelCounts();
	const texts = { labels: new TextNumbers(), values: new TextNumbers() };
	const options = { steps: selectors.length, windowMs: question.window_seconds * 1_000 };
	const isOfSessions = question.by === "session";
	const followers = isOfSessions
		? followSessions(counts, options)
		: followVisitors(reader, counts, { ...options, isOfPeople: unit === "people" });
	const days = isOfSessions ? daysOfSessions(range) : range;
	for (const day of scanRange(reader, { filters: question.filters, goals }, days)) {
		followers.addDay({
			day,
			range,
			steps: stepsOfDay(day, selectors),
			...readDay(day, asked, texts),
		});
	}
	followers.finish();
	const steps = [...question.steps.keys()];
	return renderFunnel(
		{ question, goals },
		{
			counts: steps.map((step) => counts.reached[step] ?? 0),
			medians: steps.slice(1).map((step) => nearestRank(counts.gaps[step] ?? [], 50)),
			instead: steps.map((step) =>
				[...(counts.instead[step] ?? [])].map(([label, count]) => ({
					label: texts.labels.textOf(label) ?? null,
					count,
				})),
			),
			rows: [...counts.rows].map(([value, reached]) => ({
				value: texts.values.textOf(value) ?? null,
				counts: steps.map((step) => reached[step] ?? 0),
			})),
		},
	);
}

/** The events of a day, as a funnel needs them. */
interface FunnelDay {
	readonly day: ScannedDay;
	readonly range: Funnel["range"];
	/** A bit for each step that an event makes. */
	readonly steps: Uint8Array;
	/** Numbers of the events' labels; 0 for automatic events. */
	readonly labels: Uint32Array;
	/** Number of an event's value for the breakdown; 0: unknown. */
	readonly breakdownOf: (index: number) => number;
}

interface Followers {
	readonly addDay: (day: FunnelDay) => void;
	readonly finish: () => void;
}

interface RunOptions {
	readonly steps: number;
	readonly windowMs: number;
}

function stepsOfDay(day: ScannedDay, selectors: readonly KnownSelector[]): Uint8Array {
	const steps = new Uint8Array(day.columns.count);
	for (const [step, selector] of selectors.entries()) {
		const mask = day.select(selector);
		for (let index = 0; index < steps.length; index += 1) {
			if (mask[index] === 1) steps[index] = (steps[index] as number) | (1 << step);
		}
	}
	return steps;
}

function readDay(
	{ columns }: ScannedDay,
	{ question: { breakdown, steps }, goals }: Funnel,
	{ labels, values }: { readonly labels: TextNumbers; readonly values: TextNumbers },
) {
	const ofEvents = eventLabels(columns, labels);
	if (breakdown === undefined) return { labels: ofEvents, breakdownOf: () => 0 };
	const isOfViews = steps[0] !== undefined && selectsViews(knownSelector(steps[0], goals));
	const { codes, texts } = eventCodes(columns, breakdown, isOfViews);
	const numbers = texts.map((text) => values.numberOf(text));
	return { labels: ofEvents, breakdownOf: (index: number) => numbers[codes[index] as number] ?? 0 };
}

interface Followed extends Pick<Segment, "first" | "last"> {
	/** Number of an event's visitor in the run; 0: none. */
	readonly whoOf: (index: number) => number;
}

function follow(
	run: FunnelRun,
	{ day, steps, labels, breakdownOf }: FunnelDay,
	{ first, last, whoOf }: Followed,
): void {
	const { times } = day.columns;
	for (let index = first; index < last; index += 1) {
		const who = whoOf(index);
		const made = steps[index] as number;
		if (who === 0 || !run.concerns(who, made)) continue;
		const at = day.start + (times[index] as number);
		const [label, value] = [labels[index] as number, breakdownOf(index)];
		run.add(who, { at, steps: made, label, value });
	}
}

/** Follows people through the range, or daily visitors through each day (UTC). */
function followVisitors(
	{ database }: Reader,
	counts: FunnelCounts,
	{ isOfPeople, ...options }: RunOptions & { readonly isOfPeople: boolean },
): Followers {
	const run = new FunnelRun(counts, options);
	const persons = readPersons(database);
	if (isOfPeople) run.begin(persons.length);
	return {
		addDay: (asked) => {
			const { day, range } = asked;
			const { ids } = day.columns;
			const daily = isOfPeople ? undefined : dailyVisitors(day.columns, persons);
			if (daily !== undefined) run.begin(daily.count);
			const whoOf = daily?.of ?? ((index) => persons[ids[index] as number] as number);
			for (const segment of segmentsOf(day, { ...range, starts: [range.from] })) {
				if (segment.point >= 0) follow(run, asked, { ...segment, whoOf });
			}
		},
		finish: () => run.finishAll(),
	};
}

/** Follows each session that began in the range to its end. */
function followSessions(counts: FunnelCounts, options: RunOptions): Followers {
	const run = new FunnelRun(counts, options);
	/** Sessions over midnight, few beside all others, are followed until the last day. */
	const overMidnight = new FunnelRun(counts, options);
	const numbersOver = new Map<number, number>();
	return {
		addDay: (asked) => {
			const { day, range } = asked;
			const { sessions, sessionTable } = day.columns;
			const { numbers, startedAt, durations, size } = sessionTable;
			run.begin(size);
			/** By session: number in `overMidnight`; 0: followed in this day; -1: began outside of the range. */
			const places = new Int32Array(size);
			for (let session = 1; session < size; session += 1) {
				const began = startedAt[session] as number;
				const isOver =
					began < day.start || began + (durations[session] as number) >= day.start + DAY_MS;
				if (!(began >= range.from && began < range.to)) places[session] = -1;
				else if (isOver) {
					const number = numbers[session] as number;
					places[session] = numbersOver.getOrInsertComputed(number, () => numbersOver.size + 1);
				}
			}
			overMidnight.makeRoom(numbersOver.size + 1);
			const placeOf = (index: number) => places[sessions[index] as number] as number;
			const all = { first: 0, last: sessions.length };
			const ownOf = (index: number) => (placeOf(index) === 0 ? (sessions[index] as number) : 0);
			follow(run, asked, { ...all, whoOf: ownOf });
			if (places.every((place) => place <= 0)) return;
			follow(overMidnight, asked, { ...all, whoOf: (index) => Math.max(0, placeOf(index)) });
		},
		finish: () => {
			run.finishAll();
			overMidnight.finishAll();
		},
	};
}
