import * as z from "zod";
import { changesAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { cursorParameter, limitParameter } from "../api/parameters.ts";
import type { ApiContext } from "../api-context.ts";

const changesQuery = z.object({
	cursor: cursorParameter,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Changes in one answer"),
});

/** Who changed what. */
export function changesRoute({ access: { changes }, now }: ApiContext): ApiRoute {
	return defineRoute("admin", "GET /api/v1/changes", {
		summary: "Changes of the last 400 days, the newest first",
		scope: "all-projects",
		query: changesQuery,
		answer: { description: "A page of changes", schema: changesAnswer },
		handle: async ({ query: { cursor = Number.MAX_SAFE_INTEGER, limit } }) => {
			const page = changes.list(now(), { before: cursor, limit });
			const last = page.length < limit ? undefined : page.at(-1);
			return {
				results: page.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
				next_cursor: last === undefined ? null : String(last.id),
			};
		},
	});
}
