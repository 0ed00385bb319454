import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import { editionOf } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import { TEXT_TYPE } from "../http-cache/send-answer.ts";
import type { SiteView } from "../pages/site-views.ts";
import { folderOfFeed, renderFeed } from "../seo/feed.ts";
import { alternatesOf } from "../seo/machine-head.ts";
import {
	MACHINE_PATHS,
	renderLlms,
	renderLlmsFull,
	renderRobots,
	renderSitemap,
} from "../seo/sitemap.ts";
import type { SiteContext } from "./site-context.ts";

const XML = "application/xml; charset=utf-8";
const ATOM = "application/atom+xml; charset=utf-8";

/** Serves the files that search engines and language models read. A file of the author takes precedence. */
export const discovery = fp<SiteContext>(async (service, context) => {
	const { revision, sendAnswer, sendError } = context;
	const site = () => revision().config.public;
	const pagesIn = ({ sections }: SiteView): readonly Page[] =>
		sections().flatMap(({ pages }) => pages);

	service.get(MACHINE_PATHS.robots, (_request, reply) =>
		send(reply, TEXT_TYPE, renderRobots(site(), revision().config.settings.robots)),
	);
	service.get(MACHINE_PATHS.llms, ({ view }, reply) =>
		send(reply, TEXT_TYPE, renderLlms(site(), view.sections())),
	);
	service.get(MACHINE_PATHS.llmsFull, ({ view }, reply) =>
		send(reply, TEXT_TYPE, () => renderLlmsFull(site(), view.sections(), view.pages.markdownOf)),
	);
	service.get(MACHINE_PATHS.sitemap, ({ view }, reply) => send(reply, XML, sitemap(view)));
	service.get<{ Params: { part: string } }>(
		"/sitemap-:part(^\\d{1,4}).xml",
		({ params, view }, reply) => send(reply, XML, sitemap(view, Number(params.part))),
	);
	// Before the router: every folder has a feed. Any other path is an ordinary page.
	service.addHook("onRequest", (request, reply, next) => {
		const isRead = request.method === "GET" || request.method === "HEAD";
		const feed = isRead ? feedFor(request) : undefined;
		return feed === undefined ? next() : send(reply, ATOM, feed);
	});

	function sitemap(view: SiteView, part?: number): string | undefined {
		const editions = { revision: view.revision(), guards: view.pages.guards() };
		return renderSitemap(
			{ site: site(), pages: pagesIn(view), alternatesOf: (page) => alternatesOf(editions, page) },
			part,
		);
	}

	function feedFor(request: FastifyRequest): string | undefined {
		const folder = folderOfFeed(request.target.path ?? "");
		if (folder === undefined) return undefined;
		const { editions } = revision().config;
		const { root, locale } = editionOf(folder, editions);
		// A feed has one language and one version.
		const own = pagesIn(request.view).filter(
			(page) => editionOf(page.path, editions).root === root,
		);
		return renderFeed({
			...{ site: site(), pages: own, folder },
			language: locale?.code ?? site().locale,
		});
	}

	/** @param text A function if the text is long: it runs only on a cache miss. */
	function send(
		reply: FastifyReply,
		mediaType: string,
		text: string | (() => string) | undefined,
	): FastifyReply | Promise<FastifyReply> {
		const { kind, url, query, sentPath } = reply.request.target;
		if (text === undefined) return sendError(reply, pageNotFound(sentPath));
		if (kind === "misspelled") return reply.redirect(url + query, 308);
		const body = typeof text === "string" ? () => text : text;
		return sendAnswer(reply, { body, mediaType, scope: "all" });
	}
});
