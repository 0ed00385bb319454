import { createHash } from "node:crypto";
import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { readUuid } from "../database/stored-id.ts";
import { memoize } from "../dictionary/memoize.ts";
import type { Strings } from "../dictionary/strings.ts";
import { parseProperties, propertyText } from "../events/parse-properties.ts";
import { visitedPage } from "../events/visited-page.ts";
import type { Properties } from "../new-event.ts";
import { dayOf, isoDay } from "../totals/roll-up.ts";
import { readTraits } from "../visits/read-traits.ts";
import { jsonPath, tabSeparated } from "./sql-text.ts";

/** Columns of the table `events`, in the order of a row's fields. */
export const EVENT_COLUMNS: readonly [string, ...string[]] = [
	"source",
	...["number", "uuid", "day", "visitor", "at", "received_at", "event", "distinct_id"],
	...["bot", "page", "status", "session", "started", "entry_page", ...VISIT_TRAITS],
	...["properties", "body", "person_change", "revision"],
];

/**
 * @param source Name of the file, as in exports.
 * @param revision If an event has several rows, the highest revision wins.
 * @returns A function that renders an event's row as a line for ClickHouse. The row has its distinct id as
 * `id_text`, and the session's columns `session_traits`, `started_at`, `entry_page` and `visitor`.
 */
export function createRowRenderer(
	{ textOf }: Pick<Strings, "textOf">,
	source: string,
	revision: number,
): (row: Record<string, unknown>) => string {
	const sourceBits = sourceBitsOf(source);
	// Adjacent events have the same names and days.
	const pathOf = memoize(jsonPath);
	const days = memoize(isoDay);
	const text = (number: unknown): string | null =>
		typeof number === "number" ? textOf(number) : null;
	const ofSource = (number: unknown): string => String(sourceBits | BigInt(Number(number)));
	return (row) => {
		const uuid = readUuid(row["uuid"]);
		const distinctId = String(row["id_text"]);
		const properties = parseProperties(row["properties"]);
		const event = String(row["own_name"] ?? text(row["name"]) ?? "");
		const at = Number(row["timestamp"]);
		const isOfVisit = typeof row["visitor"] === "number";
		const traits = readTraits(String(row["session_traits"] ?? "[]"));
		// Views have their page in a column; other events have it in their properties.
		const page =
			isViewEvent(event) && row["bot"] === null
				? text(row["page"])
				: (visitedPage(properties) ?? null);
		return tabSeparated([
			// A session belongs to the day on which it began.
			...[source, Number(row["id"]), uuid, days(dayOf(isOfVisit ? Number(row["started_at"]) : at))],
			...[isOfVisit ? ofSource(row["visitor"]) : 0, at, Number(row["received_at"])],
			...[event, distinctId, text(row["bot"]) ?? "", page, text(row["status"])],
			isOfVisit ? ofSource(row["session"]) : 0,
			...[isOfVisit ? Number(row["started_at"]) : 0, text(row["entry_page"])],
			...VISIT_TRAITS.map((_, index) => text(traits[index])),
			...[textsOf(properties, pathOf), String(row["properties"])],
			...[String(row["person_change"] ?? ""), revision],
		]);
	};
}

/**
 * JSON object of the properties: strings unchanged, other values as JSON text, as questions compare them.
 * Skips nulls: clients send many, and each would take a column. Changing a copy takes a third of the time of
 * building a new object.
 */
function textsOf(properties: Properties, pathOf: (name: string) => string): string {
	const names = Object.keys(properties);
	if (names.some((name) => name === "" || name === "__proto__" || pathOf(name) !== name)) {
		const paths = names.flatMap((name) =>
			name === "" ? [] : [[pathOf(name), propertyText(properties[name])]],
		);
		return JSON.stringify(Object.fromEntries(paths));
	}
	const texts: Record<string, unknown> = { ...properties };
	for (const name of names) {
		const value = texts[name];
		if (typeof value !== "string") texts[name] = propertyText(value);
	}
	return JSON.stringify(texts);
}

/** Two files count visitors and sessions from 1: the upper 32 bits distinguish them. */
function sourceBitsOf(source: string): bigint {
	return BigInt(createHash("sha256").update(source).digest().readUInt32BE()) << 32n;
}
