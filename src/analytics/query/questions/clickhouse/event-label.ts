import type { EventSource } from "./event-source.ts";

/**
 * SQL of what an event is called among the steps of a visitor: a view by its page, any other by its
 * name; `NULL` for what clients send by themselves, such as `$pageleave`.
 */
export function eventLabel(source: EventSource): string {
	const [event, page] = [source.column("event"), source.column("page")];
	const name = `CAST(${event} AS Nullable(String))`;
	return `multiIf(${event} = '$pageview', ifNull(${page}, ${name}), startsWith(${event}, '$'), NULL, ${name})`;
}
