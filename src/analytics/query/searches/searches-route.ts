import * as z from "zod";
import { searchesAnswer } from "../../wire/dashboard/searches.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import type { ApiContext } from "../api-context.ts";
import { localRangeShape } from "../figures/local-range.ts";

const searchesQuery = z.object({
	...localRangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Rows of each list"),
});

/** What visitors look for on the site, and do not find. */
export function searchesRoute({ threads, now }: ApiContext): ApiRoute {
	return defineRoute("GET /api/v1/searches", {
		summary: "What visitors have looked for on the site, and what found nothing",
		query: searchesQuery,
		answer: { description: "The searches", schema: searchesAnswer },
		handle: ({ query, reply }) => threads.ask("searches", { ...query, now: now() }, reply.raw),
	});
}
