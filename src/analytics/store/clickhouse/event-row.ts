import { createHash } from "node:crypto";
import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { readUuid } from "../database/stored-id.ts";
import { memoize } from "../dictionary/memoize.ts";
import type { Strings } from "../dictionary/strings.ts";
import type { TraitNumbers } from "../dictionary/trait-sets.ts";
import { parseProperties, propertyText } from "../events/parse-properties.ts";
import { visitedPage } from "../events/visited-page.ts";
import type { Properties } from "../new-event.ts";
import { dayOf, isoDay } from "../totals/roll-up.ts";
import { jsonPath, tabSeparated } from "./sql-text.ts";

/** Columns of the table `events`, in the order of a row's fields. */
export const EVENT_COLUMNS: readonly [string, ...string[]] = [
	"source",
	...["number", "uuid", "day", "visitor", "at", "received_at", "event", "distinct_id"],
	...["bot", "page", "status", "session", ...VISIT_TRAITS],
	...["properties", "body", "person_change"],
];

/**
 * @param source Name of the file, as in exports.
 * @returns A function that renders an event's row, with its distinct id as `id_text`, as a line for ClickHouse.
 */
export function createRowRenderer(
	{
		strings: { textOf },
		traitsOf,
	}: {
		readonly strings: Pick<Strings, "textOf">;
		readonly traitsOf: (set: number) => TraitNumbers;
	},
	source: string,
): (row: Record<string, unknown>) => string {
	const sourceBits = sourceBitsOf(source);
	// Adjacent events have the same names and days.
	const pathOf = memoize(jsonPath);
	const days = memoize(isoDay);
	const text = (number: unknown): string | null =>
		typeof number === "number" ? textOf(number) : null;
	const ofSource = (number: unknown): string | number =>
		typeof number === "number" ? String(sourceBits ^ BigInt(number)) : 0;
	return (row) => {
		const uuid = readUuid(row["uuid"]);
		const distinctId = String(row["id_text"]);
		const properties = parseProperties(row["properties"]);
		const event = String(row["own_name"] ?? text(row["name"]) ?? "");
		const at = Number(row["timestamp"]);
		const isOfVisit = typeof row["traits"] === "number";
		const traits = isOfVisit ? traitsOf(Number(row["traits"])) : [];
		// Views have their page in a column; other events have it in their properties.
		const page =
			isViewEvent(event) && row["bot"] === null
				? text(row["page"])
				: (visitedPage(properties) ?? null);
		return tabSeparated([
			...[source, Number(row["id"]), uuid, days(dayOf(at))],
			...[ofSource(row["visitor"]), at, Number(row["received_at"])],
			...[event, distinctId, text(row["bot"]) ?? "", page, text(row["status"])],
			ofSource(row["session"]),
			// Every event of a visit has a channel, at least an empty one.
			...VISIT_TRAITS.map(
				(trait, index) => text(traits[index]) ?? (trait === "channel" && isOfVisit ? "" : null),
			),
			...[textsOf(properties, pathOf), String(row["properties"])],
			String(row["person_change"] ?? ""),
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

/** Sessions of an earlier version are counted from 1 in each file: the upper 16 bits distinguish the files. */
function sourceBitsOf(source: string): bigint {
	return BigInt(createHash("sha256").update(source).digest().readUInt16BE()) << 48n;
}
