import { timeText } from "../api-types/question.ts";

/** Times of events, in milliseconds since the Unix epoch. */
export interface TimeRange {
	readonly from: number;
	/** Not included. */
	readonly to: number;
}

/** A time; a date means its start in UTC. Parsed to milliseconds since the Unix epoch. */
export const timeParameter = timeText.transform((text) => Date.parse(text));

/** Parameters of each route that reads events of a time range. */
export const timeRangeShape = {
	from: timeParameter.optional().describe("Start of the range. Default: no limit"),
	to: timeParameter.optional().describe("End of the range, not included. Default: no limit"),
};

type TimeParameters = Partial<Record<keyof TimeRange, number | undefined>>;

/** The first and the last time that a `Date` can represent. */
const EVER: TimeRange = { from: -8.64e15, to: 8.64e15 };

export function timeRange({ from = EVER.from, to = EVER.to }: TimeParameters): TimeRange {
	return { from, to };
}

/** Schema check: refuses an empty range. */
export function isOrdered(times: TimeParameters): boolean {
	const { from, to } = timeRange(times);
	return from < to;
}

export const NOT_ORDERED = { path: ["to"], error: "must be later than from" };
