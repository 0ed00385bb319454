import { timeText } from "../../wire/dashboard/question.ts";

/** Times of events, in milliseconds since the Unix epoch. */
export interface TimeRange {
	readonly from: number;
	/** Not included. */
	readonly to: number;
}

/** A moment; a date is its beginning in UTC. Gives milliseconds since the Unix epoch. */
export const timeParameter = timeText.transform((text) => Date.parse(text));

/** The parameters of every route that reads events of a time range. */
export const timeRangeShape = {
	from: timeParameter.optional().describe("Beginning; all that is kept unless told"),
	to: timeParameter.optional().describe("End, not included; all that is kept unless told"),
};

type TimeParameters = Partial<Record<keyof TimeRange, number | undefined>>;

/** The first and the last moment that a `Date` can hold. */
const EVER: TimeRange = { from: -8.64e15, to: 8.64e15 };

export function timeRange({ from = EVER.from, to = EVER.to }: TimeParameters): TimeRange {
	return { from, to };
}

/** A check for schemas: refuses a range that nothing can lie in. */
export function isOrdered(times: TimeParameters): boolean {
	const { from, to } = timeRange(times);
	return from < to;
}

export const NOT_ORDERED = { path: ["to"], error: "must be later than from" };
