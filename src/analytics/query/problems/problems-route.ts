import * as z from "zod";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { CaptureWatch } from "../../ingest/capture-watch.ts";
import type { ProblemsAnswer } from "../../wire/dashboard/problems.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { askThreads } from "../ask-threads.ts";
import { localRangeShape } from "../figures/local-range.ts";
import type { ReadingThreads } from "../threads/reading-threads.ts";

const problemsQuery = z.object({
	...localRangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Missing pages, and bots"),
});

const problemsAnswer = z.object({
	from: z.iso.datetime(),
	to: z.iso.datetime(),
	timezone: z.string(),
	missing_pages: z
		.array(
			z.object({
				page: z.string(),
				views: z.int(),
				referrers: z.array(z.object({ referrer: z.string().nullable(), views: z.int() })),
				suggestion: z.string().nullable().describe("The existing page with the most similar path"),
				route_rule: z.string().describe("YAML for the site's site.yaml"),
				redirects_line: z.string().describe("A line for a _redirects file"),
			}),
		)
		.describe("Pages that were answered 404, the most viewed first"),
	drops: z
		.array(
			z.object({
				reason: z.string(),
				description: z.string(),
				count: z.int(),
				example: z
					.object({
						at: z.iso.datetime(),
						event: z.string().nullable(),
						token: z.string().nullable(),
						properties: z.array(z.string()),
					})
					.nullable(),
			}),
		)
		.describe("Events that were not stored, by reason"),
	drops_since: z.iso.datetime(),
	bots: z.array(z.object({ name: z.string(), events: z.int() })),
});

export interface ProblemsOptions {
	readonly threads: ReadingThreads;
	readonly watch: CaptureWatch;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** What goes wrong: pages that are missing, events that were dropped, bots. */
export function problemsRoute({ threads, watch, now }: ProblemsOptions): ApiRoute {
	return defineRoute({
		method: "GET",
		path: "/api/v1/problems",
		summary: "Missing pages with a redirect to paste, events that were dropped, and bots",
		query: problemsQuery,
		answer: { description: "The problems", schema: problemsAnswer },
		handle: async ({ query, request, reply }) => {
			const question = { ...query, now: now() };
			const outcome = await askThreads(threads, { kind: "problems", question, reply });
			if (outcome.kind === "refused") {
				return refuseRequest(request, reply, { status: 400, problems: outcome.problems });
			}
			return {
				...outcome.answer,
				drops: watch.drops(),
				drops_since: new Date(watch.since).toISOString(),
			} satisfies ProblemsAnswer;
		},
	});
}
