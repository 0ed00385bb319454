import { isoTime } from "../../../api/iso-time.ts";
import { isRefused, type Refused, refused } from "../../../api/refused.ts";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionOf } from "../../../wire/dashboard/question.ts";
import { createPointFinder, type LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import {
	type EventTest,
	knownSelector,
	selectorTest,
	testReadsProperties,
} from "../sqlite/event-test.ts";
import { NumberMap } from "../sqlite/number-map.ts";
import { createQuestionScan } from "../sqlite/question-scan.ts";

type Retention = AnswerTo<"retention">;
type Period = QuestionOf<"retention">["period"];

/** The size of the answer grows with the square of this. */
const MAX_PERIODS = 100;

/** Counts the people of each period who return in it or in later periods. */
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
	const isOfAnyVisit = start === undefined && returning === undefined;
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit,
		selectors: start && returning ? [start, returning] : undefined,
		isOfVisits: isOfAnyVisit,
		...(isOfAnyVisit ? { sightings: { cuts: starts, by: [] } } : {}),
		readsProperties: [start, returning].some((selector) =>
			testReadsProperties(selector ?? { event: undefined, conditions: [] }, filters),
		),
	});
	const test = (selector: typeof start): EventTest =>
		selector === undefined
			? ({ sessionId }) => sessionId !== undefined
			: selectorTest(selector, reader.strings);
	const [starting, coming] = [test(start), test(returning)];
	const cohorts = new Cohorts(starts);
	const periods = { from: starts[0] ?? range.from, to: range.to, starts };
	const periodAt = createPointFinder(periods);
	for (const { eachEvent, passes } of scan.days(periods)) {
		eachEvent((event) => {
			const period = periodAt(event.timestamp);
			if (period === undefined) return;
			const [isStart, isReturn] = [starting(event), coming(event)];
			if ((!isStart && !isReturn) || !passes(event)) return;
			const who = scan.visitorOf(event);
			if (who !== undefined) cohorts.add(who, period, { isStart, isReturn });
		});
	}
	return { ...answer, is_available: true, cohorts: cohorts.list };
}

/** Counts people by cohort. Their events must be added in order of time. */
class Cohorts {
	readonly list;
	/** Person → two periods, counted from 1, in one number: the cohort's and the last return's. 0: none yet. */
	readonly #people = new NumberMap();

	constructor(starts: readonly number[]) {
		this.list = starts.map((start, index) => ({
			start: isoTime(start),
			size: 0,
			returned: Array.from({ length: starts.length - index }, () => 0),
		}));
	}

	add(who: number, period: number, { isStart, isReturn }: Record<"isStart" | "isReturn", boolean>) {
		const now = period + 1;
		const known = this.#people.get(who) ?? 0;
		let [first, last] = [known & 0xff, known >> 8];
		const cohort = first === 0 && isStart ? this.list[period] : undefined;
		if (cohort !== undefined) {
			first = now;
			cohort.size += 1;
			// Within the same period, a return may precede the start.
			if (last === now) this.#count(first, now);
		}
		if (isReturn && last !== now) {
			last = now;
			this.#count(first, now);
		}
		this.#people.set(who, first | (last << 8));
	}

	#count(first: number, now: number): void {
		const returned = this.list[first - 1]?.returned;
		if (returned !== undefined) returned[now - first] = (returned[now - first] ?? 0) + 1;
	}
}

/** Start times of whole days, weeks from Monday, or months. The range begins in the first one. */
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
