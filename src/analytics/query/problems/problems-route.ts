import * as z from "zod";
import { problemsAnswer } from "../../wire/dashboard/problems.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { isRefused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";
import { localRangeShape } from "../figures/local-range.ts";

const problemsQuery = z.object({
	...localRangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Missing pages, and bots"),
});

/** What goes wrong: pages that are missing, events that were dropped, bots. */
export function problemsRoute({ threads, watch, clock, now }: ApiContext): ApiRoute {
	return defineRoute("GET /api/v1/problems", {
		summary: "Missing pages with a redirect to paste, events that were dropped, and bots",
		query: problemsQuery,
		answer: { description: "The problems", schema: problemsAnswer },
		handle: async ({ query, reply }) => {
			const stored = await threads.ask("problems", { ...query, now: now() }, reply.raw);
			if (isRefused(stored)) return stored;
			const drops_since = new Date(watch.since).toISOString();
			const until = clock.pausedUntil();
			return {
				...stored,
				drops: watch.drops(),
				warnings: watch.warnings(),
				drops_since,
				retention_paused_until: until === undefined ? null : new Date(until).toISOString(),
			};
		},
	});
}
