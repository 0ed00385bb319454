import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from "fastify";
import { PAGES_ENDPOINT } from "../../shared/page/listed-page.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import type { SharedRevision } from "../content/revision.ts";
import type { SendAnswer } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import type { SendFile } from "../http-cache/send-file.ts";
import { DRAWN_ICON_PATH } from "../pages/site-icon.ts";
import type { SiteView } from "../pages/site-views.ts";
import type { SiteSearch } from "../search/site-search.ts";
import { createDiscovery } from "./discovery.ts";
import { createDocumentAnswers } from "./documents.ts";
import { isRead, sendMethodNotAllowed } from "./error-pages.ts";
import { answerDrawnIcon, sendFileAtPath } from "./files.ts";
import { refuseEventStream } from "./mcp.ts";
import { answerAction, hasAction } from "./page-actions.ts";
import { answerList, answerPayload } from "./payloads.ts";
import { answerSearch, answerSearchPage } from "./search.ts";
import { createApiAnswers } from "./site-api.ts";

interface PagesOptions {
	/** The view that every visitor may read. */
	readonly outsiders: SiteView;
	readonly revision: () => SharedRevision;
	/** Absent on a site without search. */
	readonly search: Pick<SiteSearch, "search"> | undefined;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
	readonly sendFile: SendFile;
}

type Answering = (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** Serves every path that the site folder can have: functions, files and pages. */
export async function pages(scope: FastifyInstance, options: PagesOptions): Promise<void> {
	const answerApi = createApiAnswers(scope);
	const answerDocument = createDocumentAnswers(options);
	const discovery = createDiscovery(options);
	scope.decorateRequest("form", undefined);
	// Functions and forms read their bodies themselves.
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser("*", (_request, _payload, done) => done(null));

	scope.get(
		SEARCH_ENDPOINT,
		unlessOwn((reply) => answerSearch(options, reply)),
	);
	scope.get(
		PAGES_ENDPOINT,
		unlessOwn((reply) =>
			reply.request.view.revision().code === undefined ? read(reply) : answerList(options, reply),
		),
	);
	scope.get(
		DRAWN_ICON_PATH,
		unlessOwn((reply) => answerDrawnIcon(options, reply)),
	);
	discovery.register(scope, unlessOwn);
	scope.all("/*", async (request, reply) => {
		const answer = answerApi(reply);
		if (answer !== undefined) return answer;
		if (isRead(request.method)) return readUnlessFile(reply, read);
		if (hasAction(request)) return answerAction(reply, answerPage);
		return sendMethodNotAllowed(options.sendError, reply);
	});

	/** A function or a file of the author takes precedence. */
	function unlessOwn(answer: Answering): RouteHandlerMethod {
		return async (_request, reply) => answerApi(reply) ?? readUnlessFile(reply, answer);
	}

	async function readUnlessFile(reply: FastifyReply, answer: Answering): Promise<FastifyReply> {
		// A reply is a promise of its end, so its presence cannot be awaited.
		return (await sendFileAtPath(options, reply)) ? reply : answer(reply);
	}

	function read(reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
		return (
			refuseEventStream(reply) ??
			answerSearchPage(options, reply) ??
			discovery.answerFeed(reply) ??
			answerPage(reply)
		);
	}

	function answerPage(reply: FastifyReply): Promise<FastifyReply> {
		return reply.request.target.wantsPayload
			? answerPayload(options, reply)
			: answerDocument(reply);
	}
}
