import type { Properties } from "../store/new-event.ts";

/** Totals have a row for each value, so a value is no place for a novel. */
const MAX_VALUE_LENGTH = 500;

/**
 * The path that an event names, with the parameters that were kept; campaigns are counted by
 * themselves.
 *
 * @param url Of `$current_url`, where it has been parsed already.
 */
export function visitedPage(
	properties: Properties,
	url: URL | undefined = parseUrl(properties["$current_url"]),
): string | undefined {
	if (url === undefined) return shortText(properties["$pathname"]);
	if (url.search === "") return shortText(url.pathname);
	const kept = [...url.searchParams].filter(([name]) => !name.startsWith("utm_"));
	const query = new URLSearchParams(kept).toString();
	return shortText(query === "" ? url.pathname : `${url.pathname}?${query}`);
}

export function parseUrl(value: unknown): URL | undefined {
	return typeof value === "string" ? (URL.parse(value) ?? undefined) : undefined;
}

/** @returns `undefined` for what is no text, or empty. */
export function shortText(value: unknown): string | undefined {
	if (typeof value !== "string" || value === "") return undefined;
	return value.slice(0, MAX_VALUE_LENGTH);
}
