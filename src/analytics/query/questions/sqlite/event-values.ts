import { visitedPage } from "../../../ingest/visited-page.ts";
import type { Strings } from "../../../store/events/strings.ts";
import type { QuestionDimension } from "../../../wire/dashboard/dimensions.ts";
import type { BreakdownBy } from "../../../wire/dashboard/question.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import { propertyText } from "../../events/property-conditions.ts";
import type { ScannedEvent } from "./scan-days.ts";

const MAX_VALUE_LENGTH = 500;

/** Reads what an event has of a dimension or a property, as text; `undefined`: not known. */
export type EventValue = (event: ScannedEvent) => string | undefined;

export function eventValue(by: BreakdownBy, strings: Strings): EventValue {
	if ("property" in by) {
		return ({ properties }) => propertyText(properties[by.property])?.slice(0, MAX_VALUE_LENGTH);
	}
	const numberOf = dimensionNumber(by.dimension);
	const texts = new Map<number, string>();
	const textOf = (number: number): string => {
		const known = texts.get(number);
		if (known !== undefined) return known;
		const text = strings.textOf(number);
		texts.set(number, text);
		return text;
	};
	const view = strings.find("$pageview");
	return (event) => {
		// A view of a visit has its page in a column; whatever else happens on a page says so itself.
		if (by.dimension === "page" && (event.name !== view || event.bot !== null)) {
			return visitedPage(event.properties);
		}
		const number = numberOf(event);
		return number === null ? undefined : textOf(number);
	};
}

/** Whether reading it takes the event's properties. */
export function readsProperties(by: BreakdownBy, isOfViews: boolean): boolean {
	return "property" in by || (by.dimension === "page" && !isOfViews);
}

function dimensionNumber(dimension: QuestionDimension): (event: ScannedEvent) => number | null {
	switch (dimension) {
		case "event":
			return ({ name }) => name;
		case "bot":
			return ({ bot }) => bot;
		case "page":
			return ({ page }) => page;
		case "status":
			return ({ status }) => status;
		case "entry_page":
			return ({ session }) => session?.entryPage ?? null;
		case "exit_page":
			return ({ session }) => session?.exitPage ?? null;
		default: {
			const trait = dimension === "campaign" ? "utm_campaign" : dimension;
			const index = VISIT_TRAITS.indexOf(trait);
			return ({ session }) => session?.traits[index] ?? null;
		}
	}
}
