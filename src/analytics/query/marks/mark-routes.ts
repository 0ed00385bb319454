import * as z from "zod";
import type { Mark } from "../../store/settings/marks.ts";
import {
	type MarkAnswer,
	markAnswer,
	marksAnswer,
	newNote,
	newSiteMark,
} from "../../wire/dashboard/marks.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../api/time-range.ts";
import type { ApiContext } from "../api-context.ts";

/** What happened to the site: builds and revisions that it tells of itself, and notes of people. */
export function markRoutes({ store: { marks }, now }: ApiContext): readonly ApiRoute[] {
	const list = defineRoute({
		method: "GET",
		path: "/api/v1/marks",
		summary: "Builds, revisions and notes of a time range",
		query: z.object(timeRangeShape).refine(isOrdered, NOT_ORDERED),
		answer: { description: "By time; the newest thousand of them", schema: marksAnswer },
		handle: async ({ query }) => ({ results: marks.list(timeRange(query)).map(renderMark) }),
	});
	const note = defineRoute({
		method: "POST",
		path: "/api/v1/marks",
		summary: "Add a note",
		json: newNote,
		status: 201,
		answer: { description: "The note", schema: markAnswer },
		handle: async ({ body: { label, at }, reply }) => {
			const time = at === undefined ? now() : Date.parse(at);
			reply.code(201);
			return renderMark(marks.add({ kind: "note", at: time, label, key: null }));
		},
	});
	const remove = defineRoute({
		method: "DELETE",
		path: "/api/v1/marks/{id}",
		summary: "Delete a note or another mark",
		status: 204,
		answer: { description: "Deleted" },
		refusals: { 404: "There is no such id" },
		handle: async ({ id, reply }) =>
			/^\d{1,15}$/.test(id) && marks.delete(Number(id))
				? reply.code(204).send()
				: refused(404, `There is nothing at marks/${id}`),
	});
	const site = defineRoute({
		method: "POST",
		path: "/api/v1/site-marks",
		summary: "Mark a build or a revision; for the site itself, with ANALYTICS_MARKS_SECRET",
		access: "site",
		json: newSiteMark,
		answer: { description: "The mark", schema: markAnswer },
		handle: async ({ body: { at, ...mark } }) =>
			renderMark(marks.add({ ...mark, at: Date.parse(at) })),
	});
	return [list, note, remove, site];
}

function renderMark({ id, at, kind, label }: Mark): MarkAnswer {
	return { id, at: new Date(at).toISOString(), kind, label };
}
