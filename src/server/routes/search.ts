import type { FastifyReply } from "fastify";
import { sendProblem } from "../../platform/problem.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER } from "../../shared/page/payload.ts";
import { wordIn } from "../../shared/page/words.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_PATH, type SearchPageData } from "../../shared/search.ts";
import { configIn, type SiteConfig } from "../content/site-config.ts";
import { editionOf, isEditionRoot, pathInEdition } from "../content/versions.ts";
import { HTML_TYPE, JSON_TYPE, type SendAnswer } from "../http-cache/send-answer.ts";
import { generatedPage } from "../pages/page-sources.ts";
import { withEdition } from "../pages/resolve-page.ts";
import { NOTHING_FOUND, resultsIn, type SiteSearch } from "../search/site-search.ts";

/** Many searches are pending; an earlier retry would fail. */
const RETRY_AFTER_SECONDS = 2;

interface SearchOptions {
	/** Absent on a site without search. */
	readonly search: Pick<SiteSearch, "search"> | undefined;
	readonly sendAnswer: SendAnswer;
}

/**
 * Serves the page of a search, as a document or a payload.
 *
 * @returns `undefined` for other paths, and where the author has a page.
 */
export function answerSearchPage(
	options: SearchOptions,
	reply: FastifyReply,
): Promise<FastifyReply> | undefined {
	const { target, view } = reply.request;
	const { kind, pagePath: path } = target;
	if (kind !== "exact" || path?.endsWith(SEARCH_PATH) !== true) return undefined;
	const { pages, config } = view.revision();
	const edition = path.slice(0, -SEARCH_PATH.length);
	const isKnown = edition === "" || isEditionRoot(edition, config.editions);
	return isKnown && !pages.has(path) ? answerPage(options, reply, edition) : undefined;
}

/** Serves the results of a search as JSON. */
export async function answerSearch(
	{ search, sendAnswer }: SearchOptions,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { target, view } = reply.request;
	const parameters = new URLSearchParams(target.query);
	const text = parameters.get("q");
	if (text === null) return sendProblem(reply, 400, "q must contain a search query");
	const current = view.snapshot();
	const edition = editionFor(parameters, current.revision.config);
	const section = parameters.get("section") ?? undefined;
	const answer =
		edition === undefined
			? NOTHING_FOUND
			: await search?.search({ text, section, edition }, current);
	if (answer === undefined) {
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		return sendProblem(reply, 503, "Search is not available now");
	}
	return sendAnswer(reply, {
		body: () => answer.json,
		mediaType: JSON_TYPE,
		scope: answer.isFinal ? "flood" : "client",
	});
}

/** @param edition Path prefix of a language and version. */
async function answerPage(
	{ search, sendAnswer }: SearchOptions,
	reply: FastifyReply,
	edition: string,
): Promise<FastifyReply> {
	const { target, view } = reply.request;
	const { pages } = view;
	const { wantsPayload } = target;
	const query = wantsPayload ? pageQueryOfPayload(target.query) : target.query;
	const text = new URLSearchParams(query).get("q") ?? "";
	const current = view.snapshot();
	const answer = text.trim() === "" ? undefined : await search?.search({ text, edition }, current);
	const { config } = current.revision;
	const path = edition + SEARCH_PATH;
	const { locale } = editionOf(path, config.editions);
	const data: SearchPageData = { text, results: answer && resultsIn(answer) };
	const page = generatedPage(
		{
			...{ id: "search", path, robots: "noindex", data },
			title: wordIn(configIn(config, locale?.code).look.look, "Search"),
		},
		pages.refuse(path, pageNotFound(path)).navigation,
	);
	const payload = withEdition(page, path, config.editions);
	if (wantsPayload) reply.header(BUILD_HEADER, pages.manifest().buildId);
	return sendAnswer(reply, {
		body: () => (wantsPayload ? JSON.stringify(payload) : pages.document(payload, query)),
		mediaType: wantsPayload ? JSON_TYPE : HTML_TYPE,
		scope: "client",
	});
}

/** @returns The path prefix of a language and version; `undefined` if the site has no such edition. */
function editionFor(
	parameters: URLSearchParams,
	{ editions, public: site }: SiteConfig,
): string | undefined {
	const { locales, versions } = editions;
	const main = locales[0]?.code ?? site.locale;
	const [code, name] = [parameters.get("locale") ?? main, parameters.get("version")];
	const locale = locales.find((one) => one.code === code);
	const version = versions.find((one) => one.name === name);
	if (locale === undefined && code !== main) return undefined;
	if (version === undefined && name !== null) return undefined;
	const path = pathInEdition(editions, {
		...{ locale: locale ?? locales[0], version: version ?? versions[0] },
		rest: "/",
	});
	return path === "/" ? "" : path;
}
