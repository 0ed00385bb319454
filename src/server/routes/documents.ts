import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { botNameOf } from "../../shared/bot-name.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { PagePayload, Payload } from "../../shared/page/payload.ts";
import type { Locale } from "../content/i18n.ts";
import type { SharedRevision } from "../content/revision.ts";
import type { Editions } from "../content/versions.ts";
import { permitNonce } from "../http/security-headers.ts";
import { completePayload } from "../http-cache/complete-payload.ts";
import { HTML_TYPE, type SendAnswer } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import { sendStream } from "../http-cache/send-stream.ts";
import { codeFailure } from "../pages/code-pages.ts";
import type { DocumentRendering, LoadedPage } from "../pages/code-runner.ts";
import { hasMarkdown, pageUrl, pathOfMarkdown } from "../seo/page-markdown.ts";

interface DocumentOptions {
	readonly revision: () => SharedRevision;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}

/** @returns A function that answers with the document of a page, or with its Markdown. */
export function createDocumentAnswers({ revision, sendAnswer, sendError }: DocumentOptions) {
	return async (reply: FastifyReply): Promise<FastifyReply> => {
		const { request } = reply;
		const { path, sentPath, query } = request.target;
		const { pages } = request.view;
		if (path === undefined) return sendError(reply, pageNotFound(sentPath));
		const resolved = pages.resolve({ path, query });
		const markdown = pageOfMarkdown(request, resolved);
		if (markdown !== undefined) return sendMarkdown(reply, markdown);
		const { payload, loaded } = await completePayload(reply, resolved, { path, query });
		switch (payload.kind) {
			case "page":
				return resolved.kind === "page" && pages.code.takesPart(resolved)
					? sendCodeDocument(reply, payload, loaded)
					: sendDocument(reply, payload);
			case "redirect":
				return reply.header("cache-control", "no-cache").redirect(payload.to, payload.status);
			case "error":
				return sendError(reply, payload.error);
			case "document":
				// The file was deleted or replaced after the folder was read.
				return sendError(reply, pageNotFound(path));
		}
	};

	function sendDocument(reply: FastifyReply, payload: PagePayload): Promise<FastifyReply> {
		const { target, view } = reply.request;
		const { path, query } = target;
		const { pages } = view;
		const { editions } = revision().config;
		const isChosen = path === "/" && editions.locales.length > 1;
		const suggested = isChosen ? suggestedLocale(reply.request, editions) : undefined;
		const shown = suggested === undefined ? payload : withSuggestion(payload, suggested);
		return sendAnswer(reply, {
			body: () => pages.document(shown, query),
			mediaType: HTML_TYPE,
			vary: isChosen ? ["accept", "accept-language"] : ["accept"],
			scope: pages.isShared(payload) && suggested === undefined ? "all" : "client",
		});
	}

	async function sendCodeDocument(
		reply: FastifyReply,
		payload: PagePayload,
		loaded: LoadedPage | undefined,
	): Promise<FastifyReply> {
		const { request } = reply;
		const { pages } = request.view;
		const { path, query } = request.target;
		const nonce = loaded?.isPending && readsStreams(request) ? randomUUID() : undefined;
		let rendering: DocumentRendering;
		try {
			rendering = await pages.codeDocument(payload, { query, nonce, held: loaded?.held });
		} catch (error) {
			request.log.error({ err: error, path }, "Rendering a page has failed");
			return sendError(reply, codeFailure(error));
		}
		const { html, errors, rest } = rendering;
		const status = rendering.status ?? payload.status ?? 200;
		errors.forEach(report);
		if (rest !== undefined && nonce !== undefined) {
			const policy = String(reply.getHeader(POLICY));
			reply.header(POLICY, permitNonce(policy, nonce));
			return sendStream(reply, {
				mediaType: HTML_TYPE,
				status,
				start: html,
				rest,
				onError: report,
			});
		}
		return sendAnswer(reply, {
			body: () => html,
			mediaType: HTML_TYPE,
			vary: ["accept"],
			status,
			cacheControl: String(reply.getHeader("cache-control") ?? "no-cache"),
			// A failed component may work in the next request.
			scope:
				errors.length === 0 && pages.isShared(payload) && request.form === undefined
					? "all"
					: "client",
		});

		function report(stack: string): void {
			request.log.error({ stack, path }, "A component of the site has failed");
		}
	}

	/**
	 * @param resolved The payload for the path of the request.
	 * @returns The page whose Markdown is sent; `undefined` also for a page that the visitor may not see.
	 */
	function pageOfMarkdown(request: FastifyRequest, resolved: Payload): PagePayload | undefined {
		const { path = "", query } = request.target;
		const pagePath = resolved.kind === "page" ? undefined : pathOfMarkdown(path);
		if (pagePath === undefined && !prefersMarkdown(request)) return undefined;
		const payload =
			pagePath === undefined ? resolved : request.view.pages.resolve({ path: pagePath, query });
		if (payload.kind !== "page" || !hasMarkdown(payload)) return undefined;
		const { middleware } = payload.page;
		// Such middleware decides about access, and runs only for documents and payloads.
		const isGuardedByCode = middleware.some((name) => revision().code?.middleware.includes(name));
		return isGuardedByCode ? undefined : payload;
	}

	function sendMarkdown(reply: FastifyReply, payload: PagePayload): Promise<FastifyReply> {
		const { path, robots } = payload.page;
		const { pages } = reply.request.view;
		const site = revision().config.public;
		// Search engines use the document as the canonical form of the page.
		reply.header("link", `<${pageUrl(site, path)}>; rel="canonical"`);
		if (robots !== undefined) reply.header("x-robots-tag", "noindex");
		const isOwnPath = reply.request.target.path !== path;
		return sendAnswer(reply, {
			body: () => pages.markdown(payload),
			mediaType: "text/markdown; charset=utf-8",
			vary: ["accept"],
			// The cache entry under the page's path is the document.
			scope: isOwnPath && pages.isShared(payload) ? "all" : "client",
		});
	}
}

const POLICY = "content-security-policy";

/** Whether the client shows a document while it arrives. Others get whole documents without inline scripts. */
function readsStreams({ method, headers: { "user-agent": agent = "" } }: FastifyRequest): boolean {
	if (method === "HEAD" || !agent.startsWith("Mozilla/")) return false;
	// Chromium without a window shows documents like any other.
	return botNameOf(agent.replace("HeadlessChrome", "Chrome")) === undefined;
}

/** Returns the language that the browser prefers. The home page only suggests it. */
function suggestedLocale(request: FastifyRequest, { locales }: Editions): Locale | undefined {
	if (request.headers["accept-language"] === undefined) return undefined;
	const best = new Negotiator(request.raw).language(locales.map(({ code }) => code));
	return locales.slice(1).find(({ code }) => code === best);
}

function withSuggestion(payload: PagePayload, { code, label }: Locale): PagePayload {
	const suggested = { label, path: `/${code}`, language: code };
	const editions = { languages: [], versions: [], ...payload.page.editions, suggested };
	return { ...payload, page: { ...payload.page, editions } };
}

function prefersMarkdown(request: FastifyRequest): boolean {
	if (request.headers.accept?.includes("text/markdown") !== true) return false;
	return new Negotiator(request.raw).mediaType(["text/html", "text/markdown"]) === "text/markdown";
}
