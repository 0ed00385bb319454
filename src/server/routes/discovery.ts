import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { Page } from "../content/pages/page.ts";
import type { SharedRevision } from "../content/revision.ts";
import { editionOf } from "../content/versions.ts";
import { type SendAnswer, TEXT_TYPE } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import type { SiteView } from "../pages/site-views.ts";
import { renderFeed } from "../seo/feed.ts";
import { alternatesOf } from "../seo/machine-head.ts";
import { folderOfFeed, MACHINE_PATHS } from "../seo/machine-paths.ts";
import { renderLlms, renderLlmsFull, renderRobots, renderSitemap } from "../seo/sitemap.ts";

const XML = "application/xml; charset=utf-8";
const ATOM = "application/atom+xml; charset=utf-8";

const SITEMAP_PART = "/sitemap-:part(^\\d{1,4}).xml";

type Answering = (reply: FastifyReply) => Promise<FastifyReply>;

interface DiscoveryOptions {
	readonly revision: () => SharedRevision;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** The files that search engines and language models read. */
export function createDiscovery({ revision, sendAnswer, sendError }: DiscoveryOptions) {
	const site = () => revision().config.public;
	const pagesIn = ({ sections }: SiteView): readonly Page[] =>
		sections().flatMap(({ pages }) => pages);

	return {
		/** Registers the files at fixed paths. */
		register(scope: FastifyInstance, handle: (answer: Answering) => RouteHandlerMethod): void {
			const files: Readonly<Record<string, Answering>> = {
				[MACHINE_PATHS.robots]: (reply) =>
					send(reply, TEXT_TYPE, renderRobots(site(), revision().config.settings.robots)),
				[MACHINE_PATHS.llms]: (reply) =>
					send(reply, TEXT_TYPE, renderLlms(site(), reply.request.view.sections())),
				[MACHINE_PATHS.llmsFull]: (reply) => {
					const { view } = reply.request;
					return send(reply, TEXT_TYPE, () =>
						renderLlmsFull(site(), view.sections(), view.pages.markdownOf),
					);
				},
				[MACHINE_PATHS.sitemap]: (reply) => send(reply, XML, sitemap(reply.request.view)),
				[SITEMAP_PART]: (reply) => {
					const [, part] = reply.request.target.path?.split(/[-.]/) ?? [];
					return send(reply, XML, sitemap(reply.request.view, Number(part)));
				},
			};
			for (const [path, answer] of Object.entries(files)) scope.get(path, handle(answer));
		},
		/** Serves the feed that every folder has. @returns `undefined` for any other path. */
		answerFeed(reply: FastifyReply): Promise<FastifyReply> | undefined {
			const feed = feedFor(reply.request);
			return feed === undefined ? undefined : send(reply, ATOM, feed);
		},
	};

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
	async function send(
		reply: FastifyReply,
		mediaType: string,
		text: string | (() => string) | undefined,
	): Promise<FastifyReply> {
		if (text === undefined) return sendError(reply, pageNotFound(reply.request.target.sentPath));
		const body = typeof text === "string" ? () => text : text;
		return sendAnswer(reply, { body, mediaType, scope: "all" });
	}
}
