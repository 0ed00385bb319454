import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn, SignInTarget } from "../../../platform/sign-in/sign-in.ts";
import { pageNotFound } from "../../../shared/page/errors.ts";
import { PAGES_ENDPOINT } from "../../../shared/page/listed-page.ts";
import { SIGN_IN_PREFIX } from "../../../shared/page/user.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT } from "../../../shared/search.ts";
import { readImageAddress } from "../../content/images/image-address.ts";
import type { SharedRevision } from "../../content/revision.ts";
import { OWN_PATH } from "../../content/routing/place-pages.ts";
import { JSON_TYPE, type SendAnswer } from "../../http-cache/send-answer.ts";
import type { SendError } from "../../http-cache/send-error.ts";
import type { SiteView } from "../../pages/site-views.ts";
import { MACHINE_PATHS } from "../../seo/machine-paths.ts";
import { MCP_PATH } from "../mcp.ts";
import { originOf } from "./sign-in.ts";

declare module "fastify" {
	interface FastifyReply {
		/** Whether the visitor may get another response at this address after signing in. */
		isRefused: boolean;
	}
}

interface PrivatePagesOptions {
	/** The view that every visitor may read. */
	readonly outsiders: SiteView;
	readonly revision: () => SharedRevision;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
	/** Absent: visitors cannot sign in. */
	readonly signIn: SignIn | undefined;
}

/**
 * Stops requests for paths that the visitor may not read: pages, files, code and redirects. The answers
 * to all other requests are made from a view without such pages.
 */
export const privatePages = fp<PrivatePagesOptions>(async (site, context) => {
	site.decorateReply("isRefused", false);
	const { outsiders, signIn, sendAnswer, sendError } = context;
	site.addHook("onRequest", (request, reply, next) => {
		const path = pathOf(request);
		if (path === undefined || outsiders.mayOpen(path) || request.view.mayOpen(path)) return next();
		return refuse(request, reply, path);
	});

	function refuse(
		request: FastifyRequest,
		reply: FastifyReply,
		path: string,
	): FastifyReply | Promise<FastifyReply> {
		const { target } = request;
		reply.header("cache-control", "no-store").isRefused = true;
		const page = target.pagePath ?? path;
		if (request.user !== undefined) return sendAbsent(reply, page);
		const url = signIn?.signInUrl(targetOf(request, page));
		if (url === undefined) return sendAbsent(reply, page);
		// The browser then loads the document instead of the payload, and is redirected to sign in.
		if (target.wantsPayload) return sendPayload(reply, { kind: "document" }, 200);
		return reply.redirect(url, 302);
	}

	function sendAbsent(reply: FastifyReply, path: string): FastifyReply | Promise<FastifyReply> {
		const { target, view } = reply.request;
		const error = pageNotFound(path);
		if (!target.wantsPayload) return sendError(reply, error);
		return sendPayload(reply, view.pages.refuse(path, error), error.status);
	}

	function sendPayload(
		reply: FastifyReply,
		payload: object,
		status: number,
	): Promise<FastifyReply> {
		return sendAnswer(reply, {
			body: () => JSON.stringify(payload),
			mediaType: JSON_TYPE,
			cacheControl: "no-store",
			status,
			scope: "client",
		});
	}

	function targetOf(request: FastifyRequest, page: string): SignInTarget {
		const { basePath } = context.revision().config.public;
		const { wantsPayload, query } = request.target;
		return {
			origin: originOf(request, context),
			path: urlPath(basePath, page) + (wantsPayload ? "" : query),
			prefix: basePath + SIGN_IN_PREFIX,
		};
	}
});

/** Answers at these paths are made from the view of the visitor. */
const VIEWED: ReadonlySet<string> = new Set([
	...Object.values(MACHINE_PATHS),
	PAGES_ENDPOINT,
	SEARCH_ENDPOINT,
]);

/** @returns The path whose rules apply; `undefined` if the answer contains nothing that rules could hide. */
function pathOf(request: FastifyRequest): string | undefined {
	const { path, pagePath } = request.target;
	const image = readImageAddress(path);
	if (image !== undefined) return image.path;
	if (path === undefined || OWN_PATH.test(path)) return undefined;
	if (path === MCP_PATH && request.method === "POST") return undefined;
	return VIEWED.has(path) && request.view.pages.code.findApi(path) === undefined
		? undefined
		: pagePath;
}
