import * as z from "zod";
import { errorChange, errorsAnswer } from "../../wire/dashboard/problems.ts";
import { rangeShape } from "../../wire/dashboard/question.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/parameters.ts";
import { isRefused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";

/** Errors by issue, and which of them are resolved. */
export function errorRoutes({ threads, store, now }: ApiContext): readonly ApiRoute[] {
	const { settings } = store;
	return [
		defineRoute("viewer", "GET /api/v1/errors", {
			summary: "Errors of browsers and servers by issue: `$exception` events",
			query: z.object({
				...rangeShape,
				limit: limitParameter({ preset: 100, max: 1_000 }).describe("Issues"),
			}),
			answer: { description: "The issues", schema: errorsAnswer },
			handle: async ({ query, reply }) => {
				const stored = await threads.ask("errors", { ...query, now: now() }, reply.raw);
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
			answer: "It is so",
			handle: async ({ id, body: { resolved } }) => {
				if (!/^[\w-]{16}$/.test(id)) return undefined;
				if (resolved) settings.set(resolvedKey(id), String(now()));
				else settings.delete(resolvedKey(id));
				return null;
			},
		}),
	];
}

function resolvedKey(key: string): string {
	return `error-resolved:${key}`;
}
