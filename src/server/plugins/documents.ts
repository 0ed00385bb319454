import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { HeadSite } from "../../shared/page/head.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../answers/send-error.ts";
import type { Editions, Locale } from "../content/editions.ts";
import { hasMarkdown, pageMarkdown, pageUrl, pathOfMarkdown } from "../discovery/page-markdown.ts";
import type { LivePages } from "../pages/live-pages.ts";

export interface DocumentsOptions {
	readonly site: () => HeadSite;
	readonly editions: () => Editions;
	readonly pages: Pick<LivePages, "resolve" | "document" | "isShared">;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/**
 * Answers with the document of a page, or with its Markdown: the route that every path ends up at.
 */
export const documents = fp(registerDocuments, { name: "documents", fastify: "5.x" });

async function registerDocuments(site: FastifyInstance, options: DocumentsOptions): Promise<void> {
	site.get("/*", async (request, reply) => answerDocument(options, request, reply));
}

function answerDocument(
	options: DocumentsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const { pages, sendError } = options;
	const { path, sentPath, query } = request.target;
	if (path === undefined) return sendError(request, reply, pageNotFound(sentPath));

	const payload = pages.resolve({ path, query });
	if (payload.kind !== "page") {
		const written = writtenPage(options, path, query);
		if (written !== undefined) return sendMarkdown(options, { request, reply, payload: written });
	}
	switch (payload.kind) {
		case "redirect":
			return reply.header("cache-control", "no-cache").redirect(payload.to, payload.status);
		case "error":
			return sendError(request, reply, payload.error);
		case "document":
			// The file was deleted or replaced after the folder was read.
			return sendError(request, reply, pageNotFound(path));
		case "page":
			if (prefersMarkdown(request) && hasMarkdown(payload)) {
				return sendMarkdown(options, { request, reply, payload });
			}
			return sendDocument(options, { request, reply, payload });
	}
}

function sendDocument(
	{ site, editions, pages, sendAnswer }: DocumentsOptions,
	{ request, reply, payload }: PageAnswer,
): Promise<FastifyReply> {
	const { path, query } = request.target;
	const isChosen = path === "/" && editions().locales.length > 1;
	const suggested = isChosen ? suggestedLocale(request, editions()) : undefined;
	const shown =
		suggested === undefined
			? payload
			: withSuggestion(payload, suggested, urlPath(site().basePath, `/${suggested.code}`));
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(pages.document(shown, query)) },
			mediaType: "text/html; charset=utf-8",
		}),
		cacheControl: "no-cache",
		vary: isChosen ? "accept,accept-language" : "accept",
		for: pages.isShared(payload) && suggested === undefined ? "all" : "client",
	});
}

/** The language that the browser would rather have: offered at the home page, and forced on no visitor. */
function suggestedLocale(request: FastifyRequest, { locales }: Editions): Locale | undefined {
	if (request.headers["accept-language"] === undefined) return undefined;
	const best = request.accepts().language(locales.map(({ code }) => code));
	return locales.slice(1).find(({ code }) => code === best);
}

function withSuggestion(payload: PagePayload, { code, label }: Locale, url: string): PagePayload {
	const language = escapeAttribute(code);
	const link = `<a href="${escapeAttribute(url)}" lang="${language}" hreflang="${language}" data-file>${escapeText(label)}</a>`;
	const html = `<div class="callout callout-note" role="note"><p>${link}</p></div>\n${payload.page.html ?? ""}`;
	return { ...payload, page: { ...payload.page, html } };
}

/** The page whose Markdown is at this path; one that may not be seen is as absent as any other. */
function writtenPage(
	{ pages }: DocumentsOptions,
	path: string,
	query: string,
): PagePayload | undefined {
	const pagePath = pathOfMarkdown(path);
	if (pagePath === undefined) return undefined;
	const payload = pages.resolve({ path: pagePath, query });
	return payload.kind === "page" && hasMarkdown(payload) ? payload : undefined;
}

interface PageAnswer {
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	readonly payload: PagePayload;
}

function sendMarkdown(
	{ site, pages, sendAnswer }: DocumentsOptions,
	{ request, reply, payload }: PageAnswer,
): Promise<FastifyReply> {
	const { path } = payload.page;
	// Search engines know the page by its document.
	reply.header("link", `<${pageUrl(site(), path)}>; rel="canonical"`);
	if (payload.page.robots !== undefined) reply.header("x-robots-tag", "noindex");
	return sendAnswer(request, reply, {
		make: () => ({
			bodies: { identity: Buffer.from(pageMarkdown(site(), payload)) },
			mediaType: "text/markdown; charset=utf-8",
		}),
		cacheControl: "no-cache",
		vary: "accept",
		// Under the address of the page its document is kept, and under its own the Markdown.
		for: request.target.path === path || !pages.isShared(payload) ? "client" : "all",
	});
}

function prefersMarkdown(request: FastifyRequest): boolean {
	if (request.headers.accept?.includes("text/markdown") !== true) return false;
	return request.accepts().type(["text/html", "text/markdown"]) === "text/markdown";
}
