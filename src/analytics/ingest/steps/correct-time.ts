import { type EventTime, resolveEventTime } from "../../wire/event-time.ts";
import { type Draft, type RequestFacts, type Step, type Warning, warned } from "../draft.ts";

/**
 * Converts the time of the event to our clock. A time outside of the retention or in the future is
 * replaced by the time of arrival, with a warning on the event. Imported history of that kind is dropped.
 */
export const correctTime: Step = (draft, facts) => {
	const { timestamp, warning } = readTime(draft, facts);
	const { plausible, receivedAt } = facts;
	const isPlausible =
		plausible === undefined || (timestamp >= plausible.from && timestamp <= plausible.to);
	if (!isPlausible && facts.isHistory === true && timestamp < plausible.from)
		return "older-than-kept";
	if (!isPlausible) return adjusted(draft, receivedAt, "time-out-of-range");
	if (warning !== undefined) return adjusted(draft, timestamp, `time-${warning}`);
	return { ...draft, happenedAt: timestamp };
};

function readTime(
	{ offset, timestamp, properties }: Draft,
	{ sentAt, receivedAt }: RequestFacts,
): EventTime {
	return resolveEventTime(
		{
			offset,
			timestamp,
			time: properties["$time"],
			ignoreSentAt: properties["$ignore_sent_at"] === true,
			sentAt,
		},
		receivedAt,
	);
}

function adjusted(draft: Draft, happenedAt: number, warning: Warning): Draft {
	const properties = { ...draft.properties, $timestamp_adjusted: true };
	return warned({ ...draft, happenedAt, properties }, warning);
}
