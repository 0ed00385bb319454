import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import {
	cursorParameter,
	limitParameter,
	nextCursor,
	textParameter,
} from "../../api/parameters.ts";
import {
	type DashboardPerson,
	erasureAnswer,
	erasurePreview,
	personSchema,
	personsAnswer,
} from "../../api-types/persons.ts";
import type { Person } from "../../store/persons/person.ts";
import type { ApiContext } from "../api-context.ts";
import { findPerson } from "./search-persons.ts";

const personsQuery = z.object({
	search: textParameter
		.max(200, "must have at most 200 characters")
		.optional()
		.describe("Only persons with this text in an id or a property"),
	identified: z
		.enum(["true", "false"], "must be true or false")
		.transform((text) => text === "true")
		.optional(),
	cursor: cursorParameter,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Maximum number of persons"),
});

/** Routes that list, read and erase persons. */
export function personRoutes({ store, threads }: ApiContext): readonly ApiRoute[] {
	const { persons } = store;
	const list = defineRoute("viewer", "GET /api/v1/persons", {
		summary: "Persons, the newest first",
		query: personsQuery,
		answer: { description: "A page of persons", schema: personsAnswer },
		handle: async ({ query, reply }) => {
			const page = await threads.ask("persons", query, reply.raw);
			return { results: page.map(renderPerson), next_cursor: nextCursor(page, query.limit) };
		},
	});
	const read = defineRoute("viewer", "GET /api/v1/persons/{id}", {
		summary: "One person, by id or any distinct id",
		answer: { description: "The person", schema: personSchema },
		handle: async ({ id }) => {
			const person = findPerson(persons, id);
			return person && renderPerson(person);
		},
	});
	const preview = defineRoute("viewer", "GET /api/v1/persons/{id}/erasure", {
		summary: "Preview of the erasure of a person",
		answer: { description: "Data that an erasure deletes", schema: erasurePreview },
		handle: async ({ id }) => {
			const person = findPerson(persons, id);
			const distinctIds = person?.distinctIds ?? [id];
			const { events, firstAt, lastAt } = store.events.extentOf(distinctIds);
			if (person === undefined && events === 0) return undefined;
			return {
				distinct_ids: distinctIds,
				events,
				first_event_at: isoTime(firstAt),
				last_event_at: isoTime(lastAt),
				properties: Object.keys(person?.properties ?? {}),
			};
		},
	});
	const erase = defineRoute("admin", "DELETE /api/v1/persons/{id}", {
		summary:
			"Erase a person with ids, events and groups, and remove the stored events from the totals",
		hidesTarget: true,
		answer: { description: "The erased data", schema: erasureAnswer },
		handle: async ({ id }) => {
			const person = findPerson(persons, id);
			const { distinctIds, ...erased } = store.erasePerson(person?.distinctIds[0] ?? id);
			if (person === undefined && erased.events === 0) return undefined;
			return { distinct_ids: distinctIds, ...erased };
		},
	});
	return [list, read, preview, erase];
}

function renderPerson(person: Person): DashboardPerson {
	return {
		id: person.uuid,
		created_at: isoTime(person.createdAt),
		is_identified: person.isIdentified,
		properties: person.properties,
		distinct_ids: person.distinctIds,
	};
}
