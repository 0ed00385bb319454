import { isoTime } from "../../../api/iso-time.ts";
import { isRefused, type Refused, refused } from "../../../api/refused.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { QuestionOf } from "../../../api-types/question.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import type { Reader } from "../../threads/reader.ts";
import { keepVisits } from "../columns/event-masks.ts";
import { scanRange, segmentsOf } from "../columns/scan-range.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { EngineQuestion } from "../engine-question.ts";

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
	const cohorts = new Cohorts(starts, readPersons(reader.database));
	const periods = { from: starts[0] ?? range.from, to: range.to, starts };
	for (const day of scanRange(reader, { filters, goals }, periods)) {
		const maskOf = (selector: typeof start): Mask => {
			const mask = day.select(selector ?? { events: undefined, conditions: [] });
			if (selector === undefined) keepVisits(mask, day.columns);
			return mask;
		};
		const isStart = maskOf(start);
		const isReturn = start === returning ? isStart : maskOf(returning);
		const { ids } = day.columns;
		for (const { first, last, point } of segmentsOf(day, periods)) {
			if (point < 0) continue;
			for (let index = first; index < last; index += 1) {
				if (isStart[index] === 0 && isReturn[index] === 0) continue;
				cohorts.add(ids[index] as number, point, {
					isStart: isStart[index] === 1,
					isReturn: isReturn[index] === 1,
				});
			}
		}
	}
	return { ...answer, is_available: true, cohorts: cohorts.list };
}

/** Counts people by cohort. Their events must be added in order of time. */
class Cohorts {
	readonly list;
	readonly #persons: Uint32Array;
	/** By person, two periods, counted from 1, in one number: the cohort's and the last return's. 0: none yet. */
	readonly #periods: Uint16Array;

	/** @param persons Of `readPersons()`. */
	constructor(starts: readonly number[], persons: Uint32Array) {
		this.#persons = persons;
		this.#periods = new Uint16Array(persons.length);
		this.list = starts.map((start, index) => ({
			start: isoTime(start),
			size: 0,
			returned: Array.from({ length: starts.length - index }, () => 0),
		}));
	}

	/** @param id Number of a distinct id. */
	add(id: number, period: number, { isStart, isReturn }: Record<"isStart" | "isReturn", boolean>) {
		const now = period + 1;
		const who = this.#persons[id] as number;
		const known = this.#periods[who] as number;
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
		this.#periods[who] = first | (last << 8);
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
