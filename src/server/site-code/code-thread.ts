import { workerData } from "node:worker_threads";
import * as z from "zod";
import { createCodeRenderer } from "../../app/entry-code.tsx";
import { type ApiHandlers, SITE_CODE } from "../../app/site-code.ts";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import { readResponse } from "../http/read-response.ts";
import type { CodeCalls, PageDescription, SentResponse } from "../pages/code-runner.ts";
import { isForeignPost } from "./foreign-post.ts";
import { createPageLoader } from "./load-page.ts";
import { requestOf } from "./sent-request.ts";

/*
 * The thread that runs the code of a site folder. This module is built together with that code; the
 * build puts the folder's modules into `SITE_CODE`.
 */
const NO_PROPS = z.strictObject({});

const { pages = {}, layouts = {}, api = {}, islands = {} } = SITE_CODE.server ?? {};
const renderer = createCodeRenderer(
	Object.entries(islands).map(([name, { props = NO_PROPS, default: Component }]) => ({
		name,
		props,
		Component,
	})),
);

answerCalls<CodeCalls>({
	describe: () => Promise.all(SITE_CODE.pages.map(describePage)),
	load: createPageLoader(workerData.basePath),
	document: ({ source, query }) => renderer.renderDocument(source, query),
	page: ({ config, payload }) => renderer.renderPage(config, payload),
	island: (request) => renderer.renderIsland(request),
	api: answerApi,
});

async function describePage({
	id,
	layouts: around = [],
}: (typeof SITE_CODE.pages)[number]): Promise<PageDescription> {
	const { meta, cacheSeconds, paths } = pages[id] ?? {};
	const modules = [pages[id], ...around.map((layout) => layouts[layout])];
	const isDynamic =
		typeof meta === "function" || modules.some((one) => one?.loader ?? one?.middleware);
	return {
		id,
		// Only data can be sent from the thread.
		meta: typeof meta === "function" ? {} : JSON.parse(JSON.stringify(meta ?? {})),
		hasLoader: isDynamic,
		hasAction: modules.some((one) => one?.action !== undefined),
		...(paths !== undefined && { paths: await paths() }),
		...(cacheSeconds !== undefined && { cacheSeconds }),
	};
}

/** A response is held in memory, here and in the process, until it is sent. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

async function answerApi({
	path,
	request: sent,
}: CodeCalls["api"]["input"]): Promise<SentResponse> {
	const module = api[path];
	const handlers: ApiHandlers = { ...module, origins: undefined };
	const handler =
		handlers[sent.method] ??
		(sent.method === "HEAD" ? handlers["GET"] : undefined) ??
		handlers["default"];
	if (!handler) {
		const allow = Object.keys(handlers).filter((name) => /^[A-Z]+$/.test(name));
		return { status: 405, headers: [["allow", allow.join(", ")]], body: new Uint8Array() };
	}
	if (isForeignPost(sent, module?.origins)) {
		const body = Buffer.from("A page of another origin must not call this function");
		return { status: 403, headers: [["content-type", "text/plain; charset=utf-8"]], body };
	}
	const response = await handler(requestOf(sent), { user: sent.user });
	if (!(response instanceof Response)) {
		throw new TypeError(`The function for "${path}" must return a Response`);
	}
	return {
		status: response.status,
		headers: [...response.headers],
		body: await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, name: path }),
	};
}
