import fp from "fastify-plugin";
import { isOfThisMachine } from "../../platform/address-list.ts";
import { JSON_TYPE } from "../answers/send-answer.ts";
import { readProblemPage } from "../content/problem.ts";
import type { SiteContext } from "./site-context.ts";

/** Where all problems of the site folder are listed. */
export const PROBLEMS_PATH = "/_loggia/problems";

/** Lists problems page by page, for this machine alone: they name pages that are hidden. */
export const problems = fp<SiteContext>(async (site, { problemPages }) => {
	site.get(PROBLEMS_PATH, { logLevel: "warn" }, async (request, reply) => {
		if (!isOfThisMachine(request.raw)) return reply.callNotFound();
		const page = await readProblemPage(problemPages(), new URLSearchParams(request.target.query));
		if (page === undefined) return reply.callNotFound();
		return reply.type(JSON_TYPE).header("cache-control", "no-store").send(page);
	});
});
