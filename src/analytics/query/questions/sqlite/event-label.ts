import { remembering } from "../../../store/texts/remembering.ts";
import type { Strings } from "../../../store/texts/strings.ts";
import type { ScannedEvent } from "./scan-days.ts";

/**
 * Label of an event among the steps of a visitor: the page of a view, the name of any other event.
 *
 * @returns `undefined` for automatic events, such as `$pageleave`.
 */
export function createEventLabels(strings: Strings): (event: ScannedEvent) => string | undefined {
	const view = strings.find("$pageview");
	const textOf = remembering(strings.textOf);
	return ({ name, page }) => {
		if (name === view) return page === null ? "$pageview" : textOf(page);
		const text = textOf(name);
		return text.startsWith("$") ? undefined : text;
	};
}
