import * as z from "zod";
import { queryAnswer } from "../../wire/dashboard/query-answer.ts";
import { questionSchema } from "../../wire/dashboard/question.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { jsonParameter } from "../api/parameters.ts";
import type { ApiContext } from "../api-context.ts";

/** The one question: by its body, or in an address. */
export function queryRoutes({ ask }: ApiContext): readonly ApiRoute[] {
	const answer = { description: "The answer, of the question's kind", schema: queryAnswer };
	const refusals = { 503: "Too many questions wait for an answer, or the engine is away" };
	return [
		defineRoute("viewer", "POST /api/v1/query", {
			summary: "Ask a question: a trend, conversions, a funnel, retention or paths",
			json: questionSchema,
			answer,
			refusals,
			handle: ({ body, reply }) => ask(body, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/query", {
			summary: "The same with the question in the address",
			query: z.object({ question: jsonParameter(questionSchema) }),
			answer,
			refusals,
			handle: ({ query, reply }) => ask(query.question, reply.raw),
		}),
	];
}
