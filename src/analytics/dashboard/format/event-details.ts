import type { DashboardEvent } from "../../wire/dashboard/events.ts";
import { renderValue } from "./render-value.ts";
import { visibleText } from "./visible-text.ts";

/** What tells one event of a name from the next: where it was, or what its own properties say. */
export function detailsOf({ properties }: Pick<DashboardEvent, "properties">): string {
	const place = properties["$pathname"] ?? properties["$current_url"] ?? properties["$screen_name"];
	const own = Object.keys(properties)
		.filter((name) => !name.startsWith("$") && name !== "token" && name !== "title")
		.filter((name) => !NOTHING.includes(properties[name]))
		.slice(0, MAX_OWN_PROPERTIES)
		.map((name) => `${visibleText(name)}: ${renderValue(properties[name])}`);
	return [...(typeof place === "string" ? [visibleText(place)] : []), ...own].join(" · ");
}

const MAX_OWN_PROPERTIES = 3;
/** posthog-js sends `null` for each campaign parameter that an address does not have. */
const NOTHING: readonly unknown[] = [null, undefined, ""];
