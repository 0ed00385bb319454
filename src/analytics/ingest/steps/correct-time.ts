import { resolveEventTime } from "../../protocol/event-time.ts";
import { type Draft, type Step, type Warning, warned } from "../draft.ts";

/**
 * Converts the time of the event to our clock. A time before the retention or in the future is replaced
 * by the time of arrival, with a warning. Imported history from before the retention is dropped.
 */
export const correctTime: Step = (
	draft,
	{ sentAt, receivedAt, plausible, isHistoricalMigration },
) => {
	const { offset, timestamp: said, properties } = draft;
	const { $time: time, $ignore_sent_at: ignores } = properties;
	const times = { offset, timestamp: said, time, ignoreSentAt: ignores === true, sentAt };
	const { timestamp, warning } = resolveEventTime(times, receivedAt);
	const isEarly = plausible !== undefined && timestamp < plausible.from;
	const isLate = plausible !== undefined && timestamp > plausible.to;
	if (isEarly && isHistoricalMigration === true) return "older-than-kept";
	if (isEarly || isLate) return adjusted(draft, receivedAt, "time-out-of-range");
	if (warning !== undefined) return adjusted(draft, timestamp, `time-${warning}`);
	return { ...draft, happenedAt: timestamp };
};

function adjusted(draft: Draft, happenedAt: number, warning: Warning): Draft {
	const properties = { ...draft.properties, $timestamp_adjusted: true };
	return warned({ ...draft, happenedAt, properties }, warning);
}
