import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "../../platform/problem.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER, type PagePayload } from "../../shared/page/payload.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT, SEARCH_PATH } from "../../shared/search.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import { configIn } from "../content/config-in.ts";
import { editionOf, isEditionRoot, pathInEdition } from "../content/editions.ts";
import type { LivePages } from "../pages/live-pages.ts";
import { withEdition } from "../pages/resolve-page.ts";
import { searchPage } from "../pages/search-page.ts";
import {
	NOTHING_FOUND,
	resultsIn,
	type SiteSearch,
	type SiteSearchAnswer,
} from "../search/site-search.ts";
import type { Snapshot } from "../visibility/snapshot.ts";

export interface SearchOptions {
	readonly buildId: string;
	/** Absent on a site without search. */
	readonly search: Pick<SiteSearch, "search"> | undefined;
	readonly snapshot: () => Snapshot;
	readonly pages: Pick<LivePages, "refuse" | "document">;
	readonly sendAnswer: SendAnswer;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Many searches are waiting; an earlier retry would fail. */
const RETRY_AFTER_SECONDS = 2;

/** Answers searches as JSON at `/api/search`, and as a page at `/search`. A page of the author takes precedence. */
export const search = fp(registerSearch, { name: "search", fastify: "5.x" });

async function registerSearch(site: FastifyInstance, options: SearchOptions): Promise<void> {
	site.get(SEARCH_ENDPOINT, (request, reply) => answerJson(options, request, reply));
	// Before the router: a payload has the path of its page, and a page of the author takes precedence.
	site.addHook("onRequest", (request, reply, next) => {
		const { kind, pagePath } = request.target;
		if (kind !== "exact" || pagePath?.endsWith(SEARCH_PATH) !== true) return next();
		const edition = pagePath.slice(0, -SEARCH_PATH.length);
		if (!isOurs(options, request, edition)) return next();
		return answerPage(options, { request, reply, edition });
	});
}

/** @param edition Path below which a language and version are. */
function isOurs({ snapshot }: SearchOptions, { method }: FastifyRequest, edition: string): boolean {
	const { pages, files, config } = snapshot().revision;
	const path = edition + SEARCH_PATH;
	if (edition !== "" && !isEditionRoot(edition, config.editions)) return false;
	if (pages.has(path) || files.has(path)) return false;
	return method === "GET" || method === "HEAD";
}

async function answerJson(
	options: SearchOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const parameters = new URLSearchParams(request.target.query);
	const text = parameters.get("q");
	if (text === null) return sendProblem(reply, 400, "q must say what is looked for");
	const answer = await find(options, {
		text,
		section: parameters.get("section") ?? undefined,
		locale: parameters.get("locale") ?? undefined,
		version: parameters.get("version") ?? undefined,
	});
	if (answer === undefined) {
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		return sendProblem(reply, 503, "Search is not available now");
	}
	const { isFinal, json } = answer;
	return options.sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(json) },
			mediaType: JSON_TYPE,
		}),
		cacheControl: "no-cache",
		for: isFinal ? "flood" : "client",
	});
}

async function answerPage(
	options: SearchOptions,
	{ request, reply, edition }: SearchPageRequest,
): Promise<FastifyReply> {
	const { query: sentQuery, wantsPayload } = request.target;
	const query = wantsPayload ? pageQueryOfPayload(sentQuery) : sentQuery;
	const payload = await pageOf(options, new URLSearchParams(query).get("q") ?? "", edition);
	if (wantsPayload) reply.header(BUILD_HEADER, options.buildId);
	return options.sendAnswer(request, reply, {
		make: () => ({
			bodies: {
				identity: Buffer.from(
					wantsPayload ? JSON.stringify(payload) : options.pages.document(payload, query),
				),
			},
			mediaType: wantsPayload ? JSON_TYPE : "text/html; charset=utf-8",
		}),
		cacheControl: "no-cache",
		for: "client",
	});
}

interface SearchPageRequest {
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	/** Path below which a language and version are. */
	readonly edition: string;
}

async function pageOf(options: SearchOptions, text: string, edition: string): Promise<PagePayload> {
	const isBlank = text.trim() === "";
	const current = options.snapshot();
	const answer = isBlank ? undefined : await options.search?.search({ text, edition }, current);
	const { config } = current.revision;
	const { basePath } = config.public;
	const path = edition + SEARCH_PATH;
	const { navigation } = options.pages.refuse(path, pageNotFound(path));
	const { locale } = editionOf(path, config.editions);
	const { look } = configIn(config, locale?.code).look;
	const results = answer && resultsIn(answer);
	return withEdition(
		searchPage({ basePath, path, look, navigation, text, results }),
		path,
		config.editions,
	);
}

interface Question {
	readonly text: string;
	readonly section?: string | undefined;
	readonly locale?: string | undefined;
	readonly version?: string | undefined;
}

async function find(
	{ search: siteSearch, snapshot }: SearchOptions,
	{ text, section, locale, version }: Question,
): Promise<SiteSearchAnswer | undefined> {
	const current = snapshot();
	const { editions, public: site } = current.revision.config;
	const [first = { code: site.locale, label: "", words: {} }] = editions.locales;
	const inLocale = [first, ...editions.locales].find(({ code }) => code === (locale ?? first.code));
	const inVersion = editions.versions.find(({ name }) => name === version);
	// The site does not have this language or version.
	if (inLocale === undefined || (version !== undefined && inVersion === undefined)) {
		return NOTHING_FOUND;
	}
	const place = { locale: inLocale, version: inVersion ?? editions.versions[0], rest: "/" };
	const root = pathInEdition(editions, {
		...place,
		locale: editions.locales.length === 0 ? undefined : inLocale,
	});
	return siteSearch?.search({ text, section, edition: root === "/" ? "" : root }, current);
}
