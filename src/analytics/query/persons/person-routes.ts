import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { Person } from "../../store/people/person.ts";
import type { Erasure, ErasurePreview, PersonsAnswer } from "../../wire/dashboard/persons.ts";
import { type ApiRoute, defineRoute, idOf } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { askThreads } from "../ask-threads.ts";
import type { ReadingThreads } from "../threads/reading-threads.ts";
import { findPerson } from "./find-person.ts";

const CURSOR_RULE = "must be the next_cursor of an earlier answer";

const TEXT_RULE = "must be given once";

const personsQuery = z.object({
	search: z
		.string(TEXT_RULE)
		.max(200, "must have at most 200 characters")
		.optional()
		.describe("Only persons with this text in an id or a property"),
	identified: z
		.enum(["true", "false"], "must be true or false")
		.transform((text) => text === "true")
		.optional(),
	cursor: z
		.string(CURSOR_RULE)
		.regex(/^\d{1,15}$/, CURSOR_RULE)
		.transform(Number)
		.optional(),
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Persons in one answer"),
});

const personSchema = z.object({
	id: z.guid(),
	created_at: z.iso.datetime(),
	is_identified: z.boolean(),
	properties: z.record(z.string(), z.unknown()),
	distinct_ids: z.array(z.string()),
});

const personsAnswer = z.object({
	results: z.array(personSchema),
	next_cursor: z.string().nullable(),
});

const erasedAnswer = z.object({
	distinct_ids: z.array(z.string()).describe("Every id that led to the person"),
	events: z.int().describe("Events that were deleted"),
});

const erasureAnswer = z.object({
	distinct_ids: z.array(z.string()).describe("Every id that leads to the person"),
	events: z.int(),
	first_event_at: z.iso.datetime().nullable(),
	last_event_at: z.iso.datetime().nullable(),
	properties: z.array(z.string()).describe("Names of the person's properties"),
});

const ONE_PERSON = "/api/v1/persons/{id}";
const NO_PERSON = { 404: "Nothing is stored under that id" };

/** Persons: look at them, and forget them. */
export function personRoutes(store: AnalyticsStore, threads: ReadingThreads): readonly ApiRoute[] {
	const { persons } = store;
	const list = defineRoute({
		method: "GET",
		path: "/api/v1/persons",
		summary: "Persons, the newest first",
		query: personsQuery,
		answer: { description: "A page of persons", schema: personsAnswer },
		handle: async ({ query: { cursor, limit, search, identified }, reply }) => {
			const question = {
				search: search === "" ? undefined : search,
				isIdentified: identified,
				beforeId: cursor,
				limit,
			};
			const page = await askThreads(threads, { kind: "persons", question, reply });
			const last = page.length < limit ? undefined : page.at(-1);
			return {
				results: page.map(renderPerson),
				next_cursor: last === undefined ? null : String(last.id),
			} satisfies PersonsAnswer;
		},
	});
	const read = defineRoute({
		method: "GET",
		path: ONE_PERSON,
		summary: "One person, by their id or any distinct id of theirs",
		query: z.object({}),
		answer: { description: "The person", schema: personSchema },
		refusals: NO_PERSON,
		handle: async ({ request, reply }) => {
			const person = findPerson(persons, idOf(request));
			return person === undefined ? refuseMissing(request, reply) : renderPerson(person);
		},
	});
	const preview = defineRoute({
		method: "GET",
		path: "/api/v1/persons/{id}/erasure",
		summary: "What erasing a person would delete",
		query: z.object({}),
		answer: { description: "What there is", schema: erasureAnswer },
		refusals: NO_PERSON,
		handle: async ({ request, reply }) => {
			const id = idOf(request);
			const person = findPerson(persons, id);
			const distinctIds = person?.distinctIds ?? [id];
			const { events, firstAt, lastAt } = store.events.extentOf(distinctIds);
			if (person === undefined && events === 0) return refuseMissing(request, reply);
			return {
				distinct_ids: [...distinctIds],
				events,
				first_event_at: isoTime(firstAt),
				last_event_at: isoTime(lastAt),
				properties: Object.keys(person?.properties ?? {}),
			} satisfies ErasurePreview;
		},
	});
	const erase = defineRoute({
		method: "DELETE",
		path: ONE_PERSON,
		summary: "Erase a person, their ids and all their events; totals stay, since they name nobody",
		query: z.object({}),
		answer: { description: "What was erased", schema: erasedAnswer },
		refusals: NO_PERSON,
		handle: async ({ request, reply }) => {
			const id = idOf(request);
			const person = findPerson(persons, id);
			const { distinctIds, events } = store.erasePerson(person?.distinctIds[0] ?? id);
			if (person === undefined && events === 0) return refuseMissing(request, reply);
			return { distinct_ids: [...distinctIds], events } satisfies Erasure;
		},
	});
	return [list, read, preview, erase];
}

function renderPerson(person: Person): z.infer<typeof personSchema> {
	return {
		id: person.uuid,
		created_at: new Date(person.createdAt).toISOString(),
		is_identified: person.isIdentified,
		properties: person.properties,
		distinct_ids: [...person.distinctIds],
	};
}

function isoTime(time: number | undefined): string | null {
	return time === undefined ? null : new Date(time).toISOString();
}

function refuseMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const problems = [`There is nothing at persons/${idOf(request)}`];
	return refuseRequest(request, reply, { status: 404, problems });
}
