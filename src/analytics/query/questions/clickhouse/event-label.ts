import type { EventSource } from "./event-source.ts";

/**
 * SQL of the label of an event among the steps of a visitor: the page of a view, the name of any other
 * event; `none` for automatic events, such as `$pageleave`.
 *
 * @param of What is made of the text.
 */
export function eventLabel(
	source: EventSource,
	of = (text: string): string => `CAST(${text} AS Nullable(String))`,
	none = "NULL",
): string {
	const [event, page] = [source.column("event"), source.column("page")];
	const view = `if(${page} IS NULL, ${of(event)}, ${of(page)})`;
	return `multiIf(${event} = '$pageview', ${view}, startsWith(${event}, '$'), ${none}, ${of(event)})`;
}
