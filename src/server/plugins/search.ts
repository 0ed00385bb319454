import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { BUILD_HEADER, type PagePayload } from "../../shared/page/payload.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT, SEARCH_PATH } from "../../shared/search.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import { refuse } from "../http/refuse.ts";
import type { LivePages } from "../pages/live-pages.ts";
import type { Moment } from "../pages/moment.ts";
import { searchPage } from "../pages/search-page.ts";
import type { SiteSearch, SiteSearchAnswer } from "../search/site-search.ts";

export interface SearchOptions {
	readonly buildId: string;
	/** Absent: this site has no search. */
	readonly search: Pick<SiteSearch, "search"> | undefined;
	readonly moment: () => Moment;
	readonly pages: Pick<LivePages, "refuse" | "document">;
	readonly sendAnswer: SendAnswer;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Waiting for less does not help: many are asking. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Answers searches: as JSON under `/api/search`, and as a page under `/search`, unless the author
 * has one there.
 */
export const search = fp(registerSearch, { name: "search", fastify: "5.x" });

async function registerSearch(site: FastifyInstance, options: SearchOptions): Promise<void> {
	site.get(SEARCH_ENDPOINT, (request, reply) => answerJson(options, request, reply));
	// Before the router: a payload has the address of its page, and a page of the author wins.
	site.addHook("onRequest", (request, reply, next) => {
		const { kind, pagePath } = request.target;
		if (pagePath !== SEARCH_PATH || kind !== "exact" || !isOurs(options, request)) return next();
		return answerPage(options, request, reply);
	});
}

function isOurs({ moment }: SearchOptions, { method }: FastifyRequest): boolean {
	const { pages, files } = moment().revision;
	if (pages.has(SEARCH_PATH) || files.has(SEARCH_PATH)) return false;
	return method === "GET" || method === "HEAD";
}

async function answerJson(
	options: SearchOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const parameters = new URLSearchParams(request.target.query);
	const text = parameters.get("q");
	if (text === null) return refuse(reply, 400, "q must say what is looked for");
	const answer = await find(options, {
		text,
		section: parameters.get("section") ?? undefined,
		locale: parameters.get("locale") ?? undefined,
	});
	if (answer === undefined) {
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		return refuse(reply, 503, "Search is not available now");
	}
	const { isFinal, results } = answer;
	return options.sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(JSON.stringify({ results })) },
			mediaType: JSON_TYPE,
		}),
		cacheControl: "no-cache",
		for: isFinal ? "flood" : "client",
	});
}

async function answerPage(
	options: SearchOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { query: sentQuery, wantsPayload } = request.target;
	const query = wantsPayload ? pageQueryOfPayload(sentQuery) : sentQuery;
	const payload = await pageOf(options, new URLSearchParams(query).get("q") ?? "");
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

async function pageOf(options: SearchOptions, text: string): Promise<PagePayload> {
	const isBlank = text.trim() === "";
	const answer = isBlank ? undefined : await find(options, { text });
	const { basePath } = options.moment().revision.config.public;
	const { navigation } = options.pages.refuse(SEARCH_PATH, pageNotFound(SEARCH_PATH));
	return searchPage({ basePath, navigation, text, results: answer?.results });
}

interface Question {
	readonly text: string;
	readonly section?: string | undefined;
	readonly locale?: string | undefined;
}

async function find(
	{ search: siteSearch, moment }: SearchOptions,
	{ text, section, locale }: Question,
): Promise<SiteSearchAnswer | undefined> {
	const current = moment();
	// A site has one language: in another there is nothing.
	if (locale !== undefined && locale !== current.revision.config.public.locale) {
		return { results: [], isFinal: true };
	}
	return siteSearch?.search({ text, section }, current);
}
