import { parseTimestamp } from "./parse-timestamp.ts";

/** Everything that a client says about when an event happened. */
export interface ClientTimes {
	/** Milliseconds between the event and its sending. */
	readonly offset: unknown;
	readonly timestamp: unknown;
	/** `properties.$time`: seconds since the Unix epoch, by the client's clock. */
	readonly time: unknown;
	/** `properties.$ignore_sent_at`. */
	readonly ignoreSentAt: boolean;
	/** When the request left, by the client's clock. Milliseconds since the Unix epoch. */
	readonly sentAt: number | undefined;
}

/** How a time was found, and whether what the client said had to be set aside. */
interface EventTime {
	/** Milliseconds since the Unix epoch. */
	readonly timestamp: number;
	readonly warning: "unreadable" | "from-the-future" | undefined;
}

const HOUR_MS = 3_600_000;

/** A zone mixed up can be up to 14 hours; beyond 23 a clock is simply wrong. */
const MAX_AHEAD_MS = 23 * HOUR_MS;

/** Retries stop after some hours and an offline tab within days; older is not a retry. */
const MAX_RETRY_DELAY_MS = 72 * HOUR_MS;

/** Year 0, the first that PostHog takes. */
const YEAR_ZERO_MS = -62_167_219_200_000;

/**
 * Decides when an event happened, by our clock.
 *
 * A visitor's clock can be hours wrong, but the gap between two of its own readings is
 * right. So the gap is kept and counted back from the time of arrival.
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
 * A retry repeats the offset of the first attempt, so the event looks younger than it is by
 * the time in between. The client's own reading tells the truth where it is the earlier one.
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
