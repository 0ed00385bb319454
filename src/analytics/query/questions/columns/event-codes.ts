import type { BreakdownBy } from "../../../api-types/question.ts";
import {
	type Coded,
	type Codes,
	type DayColumns,
	newCodes,
} from "../../../store/columns/day-columns.ts";
import { isOfSession } from "./selectors.ts";

/**
 * Values of the events of a day, by dimension or property.
 *
 * @param isOfViews Whether only values of page views are used.
 */
export function eventCodes(day: DayColumns, by: BreakdownBy, isOfViews = false): Coded {
	if ("property" in by) return day.property(by.property);
	if (isOfSession(by)) {
		const { codes, texts } = sessionCodes(day, by);
		return { codes: spread(day.sessions, codes, texts.length), texts };
	}
	if (by.dimension === "page") return isOfViews ? day.viewPages() : day.text("page");
	return day.text(by.dimension as "event" | "status" | "bot");
}

/** Values of the sessions of a day, by a dimension of sessions. */
export function sessionCodes(day: DayColumns, by: BreakdownBy): Coded {
	const name = "dimension" in by ? by.dimension : "";
	return day.sessionTable.text(name === "campaign" ? "utm_campaign" : name);
}

/** @returns The code of each event's session. */
function spread(sessions: Codes, ofSessions: Codes, count: number): Codes {
	const codes = newCodes(sessions.length, count);
	for (let index = 0; index < sessions.length; index += 1) {
		codes[index] = ofSessions[sessions[index] as number] as number;
	}
	return codes;
}
