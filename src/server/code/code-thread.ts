import { parentPort } from "node:worker_threads";
import * as z from "zod";
import { createCodeRenderer } from "../../app/entry-code.tsx";
import { type ApiHandlers, type PageServerModule, SITE_CODE } from "../../app/site-code.ts";
import type {
	CodeCalls,
	PageCall,
	PageResult,
	SentRequest,
	SentResponse,
} from "../pages/code-runner.ts";
import type { ToCodeThread } from "./code-host.ts";
import { isForeignPost } from "./foreign-post.ts";

/**
 * The thread that runs the code of a site folder. This module is built together with that code; the
 * build puts the folder's modules into `SITE_CODE`.
 */
const port = parentPort;
if (port === null) throw new Error("The code of a site folder must run in a worker thread");

const NO_PROPS = z.strictObject({});

const { pages = {}, middleware = {}, api = {}, islands = {} } = SITE_CODE.server ?? {};
const renderer = createCodeRenderer(
	Object.entries(islands).map(([name, { props = NO_PROPS, default: Component }]) => ({
		name,
		props,
		Component,
	})),
);

const ANSWERS: {
	readonly [Call in keyof CodeCalls]: (
		input: CodeCalls[Call]["input"],
	) => CodeCalls[Call]["output"] | Promise<CodeCalls[Call]["output"]>;
} = {
	ping: () => undefined,
	describe: () =>
		Object.entries(pages).map(([id, { meta, loader, cacheSeconds }]) => ({
			id,
			// Only data can be sent from the thread.
			meta: JSON.parse(JSON.stringify(meta ?? {})),
			hasLoader: loader !== undefined,
			...(cacheSeconds !== undefined && { cacheSeconds }),
		})),
	load: loadPage,
	document: ({ source, query }) => renderer.renderDocument(source, query),
	page: ({ config, payload }) => renderer.renderPage(config, payload),
	island: (request) => renderer.renderIsland(request),
	api: answerApi,
};

port.on("message", (message: ToCodeThread) => {
	answer(message).catch(() => {
		const error = new Error("The error of the code cannot be sent between threads");
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		port.postMessage({ id: message.id, error });
	});
});

async function answer({ id, call, input }: ToCodeThread): Promise<void> {
	try {
		// The process sends each call with its own input.
		const output = await ANSWERS[call](input as never);
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		port?.postMessage({ id, output });
	} catch (error) {
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		port?.postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) });
	}
}

/** Runs the middleware of a page in order, then its check of parameters and its loader. */
async function loadPage({
	id,
	path,
	params,
	middleware: names,
	request: sent,
}: PageCall): Promise<PageResult> {
	const request = requestOf(sent);
	const query = new URL(sent.url).searchParams;
	const { user } = sent;
	try {
		for (const name of names) {
			const response = await middleware[name]?.default({ path, params, query, request, user });
			if (response instanceof Response) return await resultOf(response);
		}
		const page: PageServerModule = (id !== undefined && pages[id]) || {};
		if (page.isValid?.(params) === false) return { kind: "invalid" };
		if (page.loader === undefined) return { kind: "pass" };
		const data = await page.loader({ params, query, request, user });
		if (data instanceof Response) return await resultOf(data);
		return { kind: "pass", data: JSON.parse(JSON.stringify(data ?? null)) };
	} catch (thrown) {
		if (thrown instanceof Response) return resultOf(thrown);
		throw thrown;
	}
}

/** Converts a redirect or refusal by middleware or a loader. */
async function resultOf(response: Response): Promise<PageResult> {
	const { status, headers } = response;
	const to = headers.get("location");
	if (status >= 300 && status < 400 && to !== null) return { kind: "redirect", to, status };
	if (status < 400) {
		throw new TypeError(`A Response here must be a redirect or an error: its status is ${status}`);
	}
	return { kind: "refused", status, message: await response.text() };
}

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
		body: new Uint8Array(await response.arrayBuffer()),
	};
}

function requestOf({ url, method, headers, body }: SentRequest): Request {
	return new Request(url, {
		method,
		headers: headers.map(([name, value]) => [name, value]),
		...(body !== undefined && { body: Buffer.from(body) }),
	});
}
