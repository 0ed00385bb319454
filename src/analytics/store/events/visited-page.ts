import type { Properties } from "../new-event.ts";

/** Totals have a row for each value, so long values would fill the store. */
const MAX_VALUE_LENGTH = 500;

/**
 * Returns the path of an event's page, with its allowed query parameters except `utm_*`:
 * campaigns have their own totals.
 *
 * @param url The parsed `$current_url`, if the caller has it.
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

/** @returns `undefined` for a value that is not a text, or is empty. */
export function shortText(value: unknown): string | undefined {
	if (typeof value !== "string" || value === "") return undefined;
	return value.slice(0, MAX_VALUE_LENGTH);
}
