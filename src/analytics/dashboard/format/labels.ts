import type { FilterDimension } from "../../wire/dashboard/dimensions.ts";
import { visibleText } from "./visible-text.ts";

/** What a dimension is called where one value of it is meant. */
export const DIMENSIONS: Readonly<Record<FilterDimension, string>> = {
	page: "Page",
	entry_page: "Entry page",
	exit_page: "Exit page",
	referrer: "Referrer",
	campaign: "Campaign",
	utm_source: "Source",
	utm_medium: "Medium",
	utm_campaign: "Campaign",
	utm_term: "Term",
	utm_content: "Content",
	browser: "Browser",
	os: "System",
	device: "Device",
	language: "Language",
	status: "Status",
};

const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** A value as people say it; what comes from visitors stays as it is. */
export function labelOf(dimension: FilterDimension, value: string): string {
	if (value === "") return "(none)";
	if (dimension === "referrer" && value === "$direct") return "Direct or unknown";
	if (dimension === "language") return languageName(value);
	return visibleText(value);
}

function languageName(tag: string): string {
	try {
		return LANGUAGES.of(tag) ?? tag;
	} catch {
		// Not a language tag: browsers send what they are told to.
		return tag;
	}
}
