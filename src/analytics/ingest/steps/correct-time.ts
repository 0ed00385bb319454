import { resolveEventTime } from "../../wire/event-time.ts";
import { type Step, warned } from "../draft.ts";

/** Puts the time of the event on our clock. */
export const correctTime: Step = (draft, { sentAt, receivedAt }) => {
	const { offset, timestamp: said, properties } = draft;
	const { timestamp, warning } = resolveEventTime(
		{
			offset,
			timestamp: said,
			time: properties["$time"],
			ignoreSentAt: properties["$ignore_sent_at"] === true,
			sentAt,
		},
		receivedAt,
	);
	const corrected = { ...draft, happenedAt: timestamp };
	return warning === undefined ? corrected : warned(corrected, `time-${warning}`);
};
