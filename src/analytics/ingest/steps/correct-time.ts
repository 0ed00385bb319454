import { resolveEventTime } from "../../wire/event-time.ts";
import { keep, type Step, type Warning } from "../draft.ts";

/** Puts the time of the event on our clock. */
export function correctTime(warn: (warning: Warning) => void): Step {
	return (draft, { sentAt, receivedAt }) => {
		const { offset, timestamp, properties } = draft;
		const time = resolveEventTime(
			{
				offset,
				timestamp,
				time: properties["$time"],
				ignoreSentAt: properties["$ignore_sent_at"] === true,
				sentAt,
			},
			receivedAt,
		);
		if (time.warning !== undefined) warn(`time-${time.warning}`);
		return keep({ ...draft, happenedAt: time.timestamp });
	};
}
