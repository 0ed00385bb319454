import type { Strings } from "../../../store/texts/strings.ts";
import type { ScannedEvent } from "./scan-days.ts";

/**
 * What an event is called among the steps of a visitor: a view by its page, any other by its name.
 *
 * @returns `undefined` for what clients send by themselves, such as `$pageleave`.
 */
export function createEventLabels(strings: Strings): (event: ScannedEvent) => string | undefined {
	const view = strings.find("$pageview");
	const texts = new Map<number, string>();
	const textOf = (number: number): string => {
		const text = texts.get(number) ?? strings.textOf(number);
		texts.set(number, text);
		return text;
	};
	return ({ name, page }) => {
		if (name === view) return page === null ? "$pageview" : textOf(page);
		const text = textOf(name);
		return text.startsWith("$") ? undefined : text;
	};
}
