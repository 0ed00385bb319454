import type { BreakdownBy } from "../../../api-types/question.ts";
import type { Coded, DayColumns } from "../../../store/columns/day-columns.ts";
import { valuesOfEvents } from "../../../store/columns/day-sums.ts";
import { isOfSession } from "./selectors.ts";

/**
 * Values of the events of a day, by dimension or property.
 *
 * @param isOfViews Whether only values of page views are used.
 */
export function eventCodes(day: DayColumns, by: BreakdownBy, isOfViews = false): Coded {
	if ("property" in by) return day.property(by.property);
	if (isOfSession(by)) {
		const name = by.dimension === "campaign" ? "utm_campaign" : by.dimension;
		return valuesOfEvents(day, day.sessionTable.text(name));
	}
	if (by.dimension === "page") return isOfViews ? day.viewPages() : day.text("page");
	return day.text(by.dimension as "event" | "status" | "bot");
}
