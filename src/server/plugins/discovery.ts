import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { HeadSite } from "../../shared/page/head.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../answers/send-error.ts";
import { type Editions, editionOf } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { RobotsRules } from "../content/site-config.ts";
import type { DiscoverableSection } from "../discovery/discoverable-sections.ts";
import { folderOfFeed, renderFeed } from "../discovery/feed.ts";
import { renderLlms, renderLlmsFull } from "../discovery/llms.ts";
import { MACHINE_PATHS } from "../discovery/machine-paths.ts";
import { renderRobots } from "../discovery/robots.ts";
import { renderSitemap, type SitemapContent } from "../discovery/sitemap.ts";

export interface DiscoveryOptions {
	readonly site: () => HeadSite;
	readonly robots: () => RobotsRules;
	readonly sections: () => readonly DiscoverableSection[];
	readonly alternatesOf: SitemapContent["alternatesOf"];
	readonly editions: () => Editions;
	readonly markdownOf: (page: Page) => string | undefined;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** Answers the files that search engines and language models read. A file of the author takes precedence. */
export const discovery = fp(registerDiscovery, { name: "discovery", fastify: "5.x" });

const XML = "application/xml; charset=utf-8";
const ATOM = "application/atom+xml; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

async function registerDiscovery(
	service: FastifyInstance,
	options: DiscoveryOptions,
): Promise<void> {
	const { site, sections, alternatesOf, sendAnswer, sendError } = options;
	const pages = (): readonly Page[] => sections().flatMap((section) => section.pages);
	const sitemap = (part?: number): string | undefined =>
		renderSitemap({ site: site(), pages: pages(), alternatesOf }, part);

	service.get(MACHINE_PATHS.robots, (request, reply) =>
		send(request, reply, { mediaType: TEXT, text: renderRobots(site(), options.robots()) }),
	);
	service.get(MACHINE_PATHS.llms, (request, reply) =>
		send(request, reply, { mediaType: TEXT, text: renderLlms(site(), sections()) }),
	);
	service.get(MACHINE_PATHS.llmsFull, (request, reply) =>
		send(request, reply, {
			mediaType: TEXT,
			text: () => renderLlmsFull(site(), sections(), options.markdownOf),
		}),
	);
	service.get(MACHINE_PATHS.sitemap, (request, reply) =>
		send(request, reply, { mediaType: XML, text: sitemap() }),
	);
	service.get<{ Params: { part: string } }>("/sitemap-:part(^\\d{1,4}).xml", (request, reply) =>
		send(request, reply, { mediaType: XML, text: sitemap(Number(request.params.part)) }),
	);
	// Before the router: every folder has a feed. Any other path is an ordinary page.
	service.addHook("onRequest", (request, reply, next) => {
		const feed = isRead(request) ? feedAt(request.target.path ?? "") : undefined;
		return feed === undefined ? next() : send(request, reply, { mediaType: ATOM, text: feed });
	});

	function feedAt(path: string): string | undefined {
		const folder = folderOfFeed(path);
		if (folder === undefined) return undefined;
		const { root, locale } = editionOf(folder, options.editions());
		// A feed has one language and one version.
		const own = pages().filter((page) => editionOf(page.path, options.editions()).root === root);
		const language = locale?.code ?? site().locale;
		return renderFeed({ site: site(), pages: own, folder, language });
	}

	function send(
		request: FastifyRequest,
		reply: FastifyReply,
		{ mediaType, text }: Content,
	): FastifyReply | Promise<FastifyReply> {
		const { kind, url, query, sentPath } = request.target;
		if (text === undefined) return sendError(request, reply, pageNotFound(sentPath));
		if (kind === "misspelled") return reply.redirect(url + query, 308);
		return sendAnswer(request, reply, {
			make: () => ({
				bodies: { identity: Buffer.from(typeof text === "string" ? text : text()) },
				mediaType,
			}),
			cacheControl: "no-cache",
			for: "all",
		});
	}
}

interface Content {
	readonly mediaType: string;
	/** A function if the text is long: it runs only on a cache miss. Absent: there is no such file. */
	readonly text: string | (() => string) | undefined;
}

function isRead({ method }: FastifyRequest): boolean {
	return method === "GET" || method === "HEAD";
}
