import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionOf } from "../../../wire/dashboard/question.ts";
import { isRefused, type Refused, refused } from "../../api/refused.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import {
	type EventTest,
	knownSelector,
	selectorTest,
	testReadsProperties,
} from "../sqlite/event-test.ts";
import { createQuestionScan } from "../sqlite/question-scan.ts";

type Retention = AnswerTo<"retention">;
type Period = QuestionOf<"retention">["period"];

/** A square of them is answered. */
const MAX_PERIODS = 100;

/** Share of the people of a period who return in later periods. */
export function answerRetention(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"retention">,
): Pick<Retention, "kind" | "period" | "is_available" | "cohorts"> | Refused {
	const { filters, period } = question;
	const starts = periodStarts(range, period);
	if (isRefused(starts)) return starts;
	const answer = { kind: "retention", period } as const;
	if (unit !== "people") return { ...answer, is_available: false, cohorts: [] };
	const [start, returning] = [question.start, question.returning].map(
		(selector) => selector && knownSelector(selector, goals),
	);
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit,
		selectors: start && returning ? [start, returning] : undefined,
		isOfVisits: start === undefined && returning === undefined,
		...(start === undefined && returning === undefined
			? { sightings: { cuts: starts, by: [] } }
			: {}),
		readsProperties: [start, returning].some((selector) =>
			testReadsProperties(selector ?? { event: undefined, conditions: [] }, filters),
		),
	});
	const test = (selector: typeof start): EventTest =>
		selector === undefined
			? ({ sessionId }) => sessionId !== undefined
			: selectorTest(selector, reader.strings);
	const [starting, coming] = [test(start), test(returning)];
	const people = new Map<number, Presence>();
	let current = 0;
	for (const { eachEvent, passes } of scan.days({ from: starts[0] ?? range.from, to: range.to })) {
		eachEvent((event) => {
			while ((starts[current + 1] ?? Number.POSITIVE_INFINITY) <= event.timestamp) current += 1;
			const [isStart, isReturn] = [starting(event), coming(event)];
			if ((!isStart && !isReturn) || !passes(event)) return;
			const who = scan.visitorOf(event);
			if (who === undefined) return;
			const presence = people.get(who) ?? { first: undefined, periods: [] };
			people.set(who, presence);
			if (isStart) presence.first ??= current;
			if (isReturn && presence.periods.at(-1) !== current) presence.periods.push(current);
		});
	}
	return { ...answer, is_available: true, cohorts: cohortsOf(people.values(), starts) };
}

interface Presence {
	/** Number of the period that makes the cohort. */
	first: number | undefined;
	/** Numbers of those in which the person did what counts as a return, in order. */
	readonly periods: number[];
}

function cohortsOf(people: Iterable<Presence>, starts: readonly number[]): Retention["cohorts"] {
	const cohorts = starts.map((start, index) => ({
		start: new Date(start).toISOString(),
		size: 0,
		returned: Array.from({ length: starts.length - index }, () => 0),
	}));
	for (const { first, periods } of people) {
		const cohort = first === undefined ? undefined : cohorts[first];
		if (first === undefined || cohort === undefined) continue;
		cohort.size += 1;
		for (const period of periods) {
			const later = period - first;
			if (later >= 0) cohort.returned[later] = (cohort.returned[later] ?? 0) + 1;
		}
	}
	return cohorts;
}

/** Whole days, weeks from Monday, or months; the first one is the one that the range begins in. */
export function periodStarts(
	{ from, to, timezone }: LocalRange,
	period: Period,
): readonly number[] | Refused {
	const day = Temporal.Instant.fromEpochMilliseconds(from)
		.toZonedDateTimeISO(timezone)
		.toPlainDate();
	let date =
		period === "month"
			? day.with({ day: 1 })
			: day.subtract({ days: period === "week" ? day.dayOfWeek - 1 : 0 });
	const length = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } }[period];
	const starts: number[] = [];
	while (starts.length <= MAX_PERIODS) {
		const start = date.toZonedDateTime(timezone).epochMilliseconds;
		if (start >= to) break;
		starts.push(start);
		date = date.add(length);
	}
	if (starts.length > MAX_PERIODS) {
		return refused(
			400,
			`period must be longer, for at most ${MAX_PERIODS} cohorts: current value is "${period}"`,
		);
	}
	return starts;
}
