import { parseTimestamp } from "./parse-timestamp.ts";

/** All data of a client about the time of an event. */
export interface ClientTimes {
	/** Milliseconds between the event and its sending. */
	readonly offset: unknown;
	readonly timestamp: unknown;
	/** `properties.$time`: seconds since the Unix epoch, by the client's clock. */
	readonly time: unknown;
	/** `properties.$ignore_sent_at`. */
	readonly ignoreSentAt: boolean;
	/** Time of sending by the client's clock. Milliseconds since the Unix epoch. */
	readonly sentAt: number | undefined;
}

/** The time of an event, and the reason if the client's time was replaced. */
interface EventTime {
	/** Milliseconds since the Unix epoch. */
	readonly timestamp: number;
	readonly warning: "unreadable" | "from-the-future" | undefined;
}

const HOUR_MS = 3_600_000;

/** A wrong time zone shifts a time by up to 14 hours. A clock more than 23 hours ahead is wrong. */
const MAX_AHEAD_MS = 23 * HOUR_MS;

/** Clients retry for some hours, or some days in an offline tab. A longer delay is not a retry. */
const MAX_RETRY_DELAY_MS = 72 * HOUR_MS;

/** Year 0, the earliest that PostHog accepts. */
const YEAR_ZERO_MS = -62_167_219_200_000;

/**
 * Computes the time of an event by our clock.
 *
 * A visitor's clock can be hours wrong, but the difference between two of its readings is right.
 * This function subtracts that difference from the time of arrival.
 *
 * @param now Time of arrival.
 */
export function resolveEventTime(times: ClientTimes, now: number): EventTime {
	const said = readClientTime(times, now);
	if (said === undefined) {
		const saidNothing = times.timestamp === undefined || times.timestamp === null;
		return { timestamp: now, warning: saidNothing ? undefined : "unreadable" };
	}
	if (said > now + MAX_AHEAD_MS) return { timestamp: now, warning: "from-the-future" };
	return { timestamp: said < YEAR_ZERO_MS ? 0 : Math.round(said), warning: undefined };
}

function readClientTime(times: ClientTimes, now: number): number | undefined {
	const { offset, sentAt, ignoreSentAt } = times;
	if (typeof offset === "number" && Number.isFinite(offset)) {
		return honestOffsetTime(now - offset, times, now);
	}
	const timestamp = parseTimestamp(times.timestamp);
	if (timestamp === undefined || sentAt === undefined || ignoreSentAt) return timestamp;
	return now - (sentAt - timestamp);
}

/**
 * Corrects the offset of a retry: it repeats the offset of the first attempt, so the event looks too
 * recent. The client's own clock is right if it gives the earlier time.
 */
function honestOffsetTime(
	byOffset: number,
	{ time, sentAt }: Pick<ClientTimes, "time" | "sentAt">,
	now: number,
): number {
	if (typeof time !== "number" || sentAt === undefined) return byOffset;
	const byClock = now - (sentAt - time * 1000);
	const isPlausible = byClock < byOffset && byClock > byOffset - MAX_RETRY_DELAY_MS;
	return isPlausible ? byClock : byOffset;
}
