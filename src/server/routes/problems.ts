import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "../../platform/address-list.ts";
import { previewToken } from "../../shared/page/middleware.ts";
import { PROBLEMS_PATH, type ShownProblems } from "../../shared/page/shown-problems.ts";
import { readPath } from "../../shared/routing/routes.ts";
import { readProblemPage, readProblemsOf } from "../content/problem.ts";
import { JSON_TYPE } from "../http-cache/send-answer.ts";
import type { SiteContext } from "./site-context.ts";

/** The `check-site` command is better for longer lists. */
const MAX_SHOWN = 100;

type ProblemsOptions = Pick<SiteContext, "now" | "previews" | "problemPages" | "revision">;

/**
 * Lists problems page by page, only for this machine: problems name hidden pages. With `path`, lists the
 * problems that a tab with `?live` shows beside that page, also for editors. A preview link of a page
 * suffices for the problems of that page.
 */
export const problems = fp<ProblemsOptions>(async (site, context) => {
	const { problemPages, previews, now, revision } = context;
	site.get(PROBLEMS_PATH, { logLevel: "warn" }, async (request, reply) => {
		const isHere = isOfThisMachine(request.raw);
		const query = new URLSearchParams(request.target.query);
		const path = query.get("path");
		if (path === null && !isHere) return reply.callNotFound();
		const answer =
			path === null
				? await readProblemPage(problemPages(), query)
				: await besidePage(request, path, isHere || isEditor(request));
		if (answer === undefined) return reply.callNotFound();
		return reply.type(JSON_TYPE).header("cache-control", "no-store").send(answer);
	});

	async function besidePage(
		{ target, view }: FastifyRequest,
		sentPath: string,
		seesAll: boolean,
	): Promise<string | undefined> {
		const reading = readPath(sentPath);
		const path = "path" in reading ? reading.path : sentPath;
		const isPreviewed = previews.isValid(path, previewToken(target.query) ?? "", now());
		if (!seesAll && !isPreviewed) return undefined;
		const file = view.revision().pages.get(path)?.file;
		const { ofFile, first, count } = await readProblemsOf(problemPages(), file);
		const shown: ShownProblems = {
			ofPage: ofFile
				.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
				.slice(0, MAX_SHOWN),
			...(seesAll && { ofSite: { count, first: first.slice(0, MAX_SHOWN) } }),
		};
		return JSON.stringify(shown);
	}

	function isEditor({ user }: FastifyRequest): boolean {
		const { editors } = revision().config.settings.access;
		return user?.groups.some((group) => editors.includes(group)) === true;
	}
});
