import type { EventPropertiesAnswer } from "../../api-types/events.ts";
import { propertyText } from "../../store/events/parse-properties.ts";
import type { Reader } from "../threads/reader.ts";

/** Enough events to find the properties of their name. */
const READ_EVENTS = 2_000;
const SHOWN_PROPERTIES = 500;
const SHOWN_VALUES = 20;
const MAX_VALUE_LENGTH = 500;

/** Reads the properties of the newest events of a name for pickers. Skips events of bots. */
export function readEventProperties(
	{ events }: Reader,
	{ event }: { readonly event: string },
): EventPropertiesAnswer {
	const newest = events
		.page({ from: -8.64e15, to: 8.64e15, order: "newest-first", limit: READ_EVENTS, event })
		.filter(({ bot }) => bot === undefined);
	const properties = new Map<string, Map<string, number>>();
	for (const stored of newest) {
		for (const [name, value] of Object.entries(stored.properties)) {
			const text = propertyText(value)?.slice(0, MAX_VALUE_LENGTH);
			if (text === undefined) continue;
			const values = properties.getOrInsertComputed(name, () => new Map());
			values.set(text, (values.get(text) ?? 0) + 1);
		}
	}
	const results = [...properties]
		.map(([name, values]) => ({
			name,
			count: values.values().reduce((sum, count) => sum + count, 0),
			values: [...values]
				.toSorted(([, a], [, b]) => b - a)
				.slice(0, SHOWN_VALUES)
				.map(([value]) => value),
		}))
		.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
		.slice(0, SHOWN_PROPERTIES);
	return { events: newest.length, results };
}
