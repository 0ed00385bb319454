import type { EventSource } from "./event-source.ts";

/**
 * SQL of what an event is called among the steps of a visitor: a view by its page, any other by its
 * name; `none` for what clients send by themselves, such as `$pageleave`.
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
