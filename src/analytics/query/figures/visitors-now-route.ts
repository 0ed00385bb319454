import * as z from "zod";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";

export function visitorsNowRoute({ threads, now }: ApiContext): ApiRoute {
	return defineRoute("GET /api/v1/visitors-now", {
		summary: "How many visitors the site has had in the last five minutes",
		answer: { description: "The visitors", schema: z.object({ visitors: z.int() }) },
		refusals: { 503: "Too many questions wait for an answer" },
		handle: async ({ reply }) => ({
			visitors: await threads.ask("visitors-now", now(), reply.raw),
		}),
	});
}
