import { propertyText } from "../../../store/events/parse-properties.ts";
import { visitedPage } from "../../../store/events/visited-page.ts";
import { remembering } from "../../../store/texts/remembering.ts";
import type { Strings } from "../../../store/texts/strings.ts";
import type { QuestionDimension } from "../../../wire/dashboard/dimensions.ts";
import type { BreakdownBy } from "../../../wire/dashboard/question.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import type { ScannedEvent } from "./scan-days.ts";

const MAX_VALUE_LENGTH = 500;

/** Reads an event's value of a dimension or property, as text; `undefined` if it is unknown. */
export type EventValue = (event: ScannedEvent) => string | undefined;

export function eventValue(by: BreakdownBy, strings: Strings): EventValue {
	if ("property" in by) {
		return ({ properties }) => propertyText(properties[by.property])?.slice(0, MAX_VALUE_LENGTH);
	}
	const numberOf = eventNumber(by, strings);
	const textOf = remembering(strings.textOf);
	return (event) => {
		const number = numberOf(event);
		if (number === undefined) return visitedPage(event.properties);
		return number === null ? undefined : textOf(number);
	};
}

/**
 * Reads the number of a value in `strings`; `null`: no value, `undefined`: the value has no
 * number and is among the event's properties.
 */
export function eventNumber(
	by: BreakdownBy,
	strings: Strings,
): (event: ScannedEvent) => number | null | undefined {
	if ("property" in by) return () => undefined;
	if (by.dimension !== "page") return dimensionNumber(by.dimension);
	const view = strings.find("$pageview");
	// A view has its page in a column; other events have it in their properties.
	return ({ name, bot, page }) => (name === view && bot === null ? page : undefined);
}

/** Whether reading the value needs the event's properties. */
export function readsProperties(by: BreakdownBy, isOfViews: boolean): boolean {
	return "property" in by || (by.dimension === "page" && !isOfViews);
}

function dimensionNumber(
	dimension: Exclude<QuestionDimension, "page">,
): (event: ScannedEvent) => number | null {
	switch (dimension) {
		case "event":
			return ({ name }) => name;
		case "bot":
			return ({ bot }) => bot;
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

/**
 * Label of an event among the steps of a visitor: the page of a view, the name of any other event.
 *
 * @returns `undefined` for automatic events, such as `$pageleave`.
 */
export function createEventLabels(strings: Strings): EventValue {
	const view = strings.find("$pageview");
	const textOf = remembering(strings.textOf);
	return ({ name, page }) => {
		if (name === view) return page === null ? "$pageview" : textOf(page);
		const text = textOf(name);
		return text.startsWith("$") ? undefined : text;
	};
}
