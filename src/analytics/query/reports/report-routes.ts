import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import { limitParameter } from "../../api/parameters.ts";
import { isRefused } from "../../api/refused.ts";
import {
	errorChange,
	errorsAnswer,
	missingPagesAnswer,
	problemsAnswer,
} from "../../api-types/problems.ts";
import { rangeShape } from "../../api-types/question.ts";
import { searchesAnswer } from "../../api-types/searches.ts";
import type { ApiContext } from "../api-context.ts";

const rowsOf = (what: string) =>
	z.object({
		...rangeShape,
		limit: limitParameter({ preset: 100, max: 1_000 }).describe(what),
	});
const rowsQuery = rowsOf("Rows of each list");

/** Routes for current visitors, problems, missing pages, searches and errors. */
export function reportRoutes({
	threads,
	watch,
	clock,
	store,
	now,
	countVisitorsBy,
}: ApiContext): readonly ApiRoute[] {
	const { settings } = store;
	return [
		defineRoute("viewer", "GET /api/v1/visitors-now", {
			summary: "Number of visitors in the last five minutes",
			answer: { description: "The visitors", schema: z.object({ visitors: z.int() }) },
			refusals: { 503: "Too many questions wait for an answer" },
			handle: async ({ reply }) => ({
				visitors: await threads.ask("visitors-now", now(), reply.raw),
			}),
		}),
		defineRoute("viewer", "GET /api/v1/problems", {
			summary: "Events that were dropped or changed, and bots",
			query: rowsQuery,
			answer: { description: "The problems", schema: problemsAnswer },
			handle: async ({ query, reply }) => {
				const stored = await threads.ask("bots", { ...query, now: now() }, reply.raw);
				if (isRefused(stored)) return stored;
				return {
					...stored,
					drops: watch.drops(),
					warnings: watch.warnings(),
					drops_since: isoTime(watch.since),
					retention_paused_until: isoTime(clock.pausedUntil()),
				};
			},
		}),
		defineRoute("viewer", "GET /api/v1/missing-pages", {
			summary: "Pages that were not found, each with a redirect to paste",
			query: rowsQuery,
			answer: { description: "The pages", schema: missingPagesAnswer },
			handle: ({ query, reply }) =>
				threads.ask("missing-pages", { ...query, now: now() }, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/searches", {
			summary: "Search words of visitors, and searches without results",
			query: rowsQuery,
			answer: { description: "The searches", schema: searchesAnswer },
			handle: ({ query, reply }) => threads.ask("searches", { ...query, now: now() }, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/errors", {
			summary: "Errors of browsers and servers by issue: `$exception` events",
			query: rowsOf("Issues"),
			answer: { description: "The issues", schema: errorsAnswer },
			handle: async ({ query, reply }) => {
				const asked = { ...query, now: now(), countVisitorsBy };
				const stored = await threads.ask("errors", asked, reply.raw);
				if (isRefused(stored)) return stored;
				const results = stored.results.map((issue) => {
					const resolvedAt = settings.get(resolvedKey(issue.key));
					const isBack =
						resolvedAt !== undefined && Number(resolvedAt) < Date.parse(issue.last_seen);
					const status = resolvedAt === undefined ? "open" : isBack ? "back" : "resolved";
					return { ...issue, status } as const;
				});
				return { ...stored, results };
			},
		}),
		defineRoute("editor", "PATCH /api/v1/errors/{key}", {
			summary: "Resolve an issue, or open it again",
			json: errorChange,
			answer: "The status is stored",
			handle: async ({ id, body: { resolved } }) => {
				if (!/^[\w-]{16}$/.test(id)) return undefined;
				if (resolved) settings.set(resolvedKey(id), String(now()));
				else settings.delete(resolvedKey(id));
				return null;
			},
		}),
	];
}

function resolvedKey(issue: string): string {
	return `error-resolved:${issue}`;
}
