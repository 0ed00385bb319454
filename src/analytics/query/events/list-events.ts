import type { EventQuery, StoredEvent } from "../../store/events/event-reader.ts";
import { propertyText } from "../../store/events/parse-properties.ts";
import { findPerson } from "../persons/search-persons.ts";
import type { Reader } from "../threads/reader.ts";
import { behind } from "./event-pages.ts";

export interface EventsQuestion extends EventQuery {
	/** A person's id, or any of their distinct ids. */
	readonly person?: string | undefined;
	readonly bots: "exclude" | "include";
	/** Texts that properties must have, and texts that they must not have. */
	readonly property: Readonly<Record<string, string>>;
	readonly propertyNot: Readonly<Record<string, string>>;
}

export interface ListedEvents {
	readonly found: readonly StoredEvent[];
	/** Last event that was read; absent if none is left. */
	readonly next: StoredEvent | undefined;
}

const EVENTS_PER_PAGE = 200;
/** Properties have no index. A list with an event ends after this number; an empty list continues. */
const MAX_READ = 20_000;

/** Finds events that pass the filters. The list is empty only if no event of the range passes. */
export function listEvents(reader: Reader, question: EventsQuestion): ListedEvents {
	const { person, bots, property, propertyNot, limit } = question;
	const [wanted, unwanted] = [Object.entries(property), Object.entries(propertyNot)];
	// A visitor without a person still has a distinct id.
	const distinctIds =
		person === undefined
			? undefined
			: (findPerson(reader.persons, person)?.distinctIds ?? [person]);
	const passes = (event: StoredEvent): boolean => {
		const has = ([key, value]: readonly [string, string]): boolean =>
			propertyText(event.properties[key]) === value;
		return (
			(bots === "include" || event.bot === undefined) && wanted.every(has) && !unwanted.some(has)
		);
	};
	const found: StoredEvent[] = [];
	const base: EventQuery = { ...question, distinctIds, limit: EVENTS_PER_PAGE };
	let query = question.after === undefined ? base : behind(base, question.after);
	for (let read = 0; ; ) {
		reader.checkAsked();
		const page = reader.events.page(query);
		for (const event of page) {
			read += 1;
			if (passes(event)) found.push(event);
			if (found.length === limit || (read >= MAX_READ && found.length > 0)) {
				return { found, next: event };
			}
		}
		const last = page.at(-1);
		if (last === undefined) return { found, next: undefined };
		query = behind(query, last);
	}
}
