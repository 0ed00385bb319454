import { workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import { createCodeRenderer, type HeldData } from "../../app/entry-code.tsx";
import { type ApiHandlers, SITE_CODE } from "../../app/site-code.ts";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import type { ApiCall, CodeCalls, PageDescription, SentResponse } from "../pages/code-runner.ts";
import { createPageLoader } from "./load-page.ts";
import { askForPages, runWithView } from "./page-questions.ts";
import { isForeignPost } from "./requests/foreign-post.ts";
import { sendBody } from "./requests/send-body.ts";
import { requestOf } from "./requests/sent-request.ts";
import { streamApp } from "./stream-app.ts";

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
	streamApp,
);

const loadPage = createPageLoader(workerData.basePath, hold);
askForPages(workerData.questions);

answerCalls<CodeCalls>(
	{
		describe: () => Promise.all(SITE_CODE.pages.map(describePage)),
		load: (call) => runWithView(call.request.view, () => loadPage(call)),
		document: ({ held, view, ...document }) =>
			runWithView(view, () =>
				renderer.renderDocument({ ...document, held: held === undefined ? undefined : take(held) }),
			),
		page: ({ config, payload }) => renderer.renderPage(config, payload),
		island: (request) => renderer.renderIsland(request),
		api: (call) => runWithView(call.request.view, () => answerApi(call)),
	},
	(output) => {
		const { rest } = { rest: undefined, ...Object(output) };
		return rest === undefined ? [] : [rest];
	},
);

/** Data of documents that are about to be rendered. */
const heldData = new LRUCache<number, HeldData>({ max: 1000 });
let lastHeld = 0;

function hold(data: HeldData): number {
	lastHeld += 1;
	heldData.set(lastHeld, data);
	return lastHeld;
}

function take(id: number): HeldData {
	const data = heldData.get(id);
	if (data === undefined) throw new Error("The thread that loaded the data of the page has ended");
	heldData.delete(id);
	return data;
}

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

async function answerApi({ pattern, params, request: sent }: ApiCall): Promise<SentResponse> {
	const module = api[pattern];
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
	const response = await handler(requestOf(sent), { params, user: sent.user });
	if (!(response instanceof Response)) {
		throw new TypeError(`The function for "${pattern}" must return a Response`);
	}
	const { status, headers } = response;
	return { status, headers: [...headers], ...(await sendBody(response, pattern)) };
}
