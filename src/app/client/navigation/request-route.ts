import { type DataStrategyResult, data, redirect, redirectDocument, replace } from "react-router";
import type { PagePayload } from "../../../shared/page/payload.ts";
import { decodeData } from "../load-page.ts";
import type { PayloadAnswer, PayloadRequest } from "./load-payload.ts";

export interface RouteRequestParts {
	readonly fetchPayload: (request: PayloadRequest) => Promise<PayloadAnswer>;
	/** Calls the waiter when the server answers again. */
	readonly whenBack: (waiter: () => void) => void;
	/** Called when a form could not be sent: it may have taken effect, so nothing repeats it. */
	readonly onUnsent: () => void;
}

/** Sends the request of a form or a fetcher. @param id Id of the route that handles it. */
export async function requestRoute(
	parts: RouteRequestParts,
	request: Request,
	id: string,
): Promise<DataStrategyResult> {
	const answer = await parts.fetchPayload(await payloadRequestOf(request));
	if (typeof answer !== "object") {
		request.signal.throwIfAborted();
		if (request.method === "GET") {
			await new Promise<void>(parts.whenBack);
			return requestRoute(parts, request, id);
		}
		parts.onUnsent();
		return { type: "data", result: data(undefined, { status: 503 }) };
	}
	switch (answer.kind) {
		case "page":
			return resultOf(answer, request, id);
		case "redirect": {
			const go = answer.document ? redirectDocument : answer.replace ? replace : redirect;
			return { type: "data", result: go(answer.to, answer.status) };
		}
		case "error":
			return { type: "error", result: data(answer.error.message, answer.error.status) };
		case "document":
			return { type: "error", result: data("Not Found", 404) };
	}
}

async function payloadRequestOf(request: Request): Promise<PayloadRequest> {
	const { method, url, signal } = request;
	if (method === "GET") return { url, signal };
	const headers = { "content-type": request.headers.get("content-type") ?? "text/plain" };
	return { url, signal, method, headers, body: await request.arrayBuffer() };
}

async function resultOf(
	{ page: { routeData, data: plain }, rest, status = 200 }: PagePayload,
	{ method }: Request,
	id: string,
): Promise<DataStrategyResult> {
	const loaded = routeData === undefined ? undefined : await decodeData(routeData, rest);
	const [error] = Object.values(loaded?.errors ?? {});
	if (error !== undefined) return { type: "error", result: error };
	const values = method === "GET" ? loaded?.loaderData : loaded?.actionData;
	return { type: "data", result: data(values?.[id] ?? plain ?? null, status) };
}
