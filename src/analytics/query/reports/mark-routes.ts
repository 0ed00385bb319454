import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../../api/time-range.ts";
import { listOf } from "../../api-types/answer-of.ts";
import { type MarkAnswer, markAnswer, newNote } from "../../api-types/marks.ts";
import type { Mark } from "../../store/settings/marks.ts";
import type { ApiContext } from "../api-context.ts";

/** Routes for marks on the time axis: builds, revisions and notes. */
export function markRoutes({ store: { marks }, now }: ApiContext): readonly ApiRoute[] {
	const list = defineRoute("viewer", "GET /api/v1/marks", {
		summary: "Builds, revisions and notes of a time range",
		query: z.object(timeRangeShape).refine(isOrdered, NOT_ORDERED),
		answer: { description: "The newest 1000, by time", schema: listOf(markAnswer) },
		handle: async ({ query }) => ({ results: marks.list(timeRange(query)).map(renderMark) }),
	});
	const note = defineRoute("editor", "POST /api/v1/marks", {
		summary: "Add a note",
		json: newNote,
		status: 201,
		answer: { description: "The note", schema: markAnswer },
		handle: async ({ body: { label, at } }) => {
			const time = at === undefined ? now() : Date.parse(at);
			return renderMark(marks.add({ kind: "note", at: time, label, key: null }));
		},
	});
	const remove = defineRoute("editor", "DELETE /api/v1/marks/{id}", {
		summary: "Delete a note or another mark",
		answer: "Deleted",
		handle: async ({ id }) => /^\d{1,15}$/.test(id) && marks.delete(Number(id)),
	});
	return [list, note, remove];
}

function renderMark({ id, at, kind, label }: Mark): MarkAnswer {
	return { id, at: new Date(at).toISOString(), kind, label };
}
