import { type DataStrategyResult, data, redirect } from "react-router";
import { resultOfRoute } from "../../router.tsx";
import type { PayloadAnswer } from "./load-payload.ts";

export interface RouteRequestParts {
	/** Sends the request of a form or a fetcher to the page of its URL. */
	readonly send: (request: Request) => Promise<PayloadAnswer>;
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
	const answer = await parts.send(request);
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
			return resultOfRoute(answer, id);
		case "redirect":
			return { type: "data", result: redirect(answer.to, answer.status) };
		case "error":
			return { type: "error", result: data(answer.error.message, answer.error.status) };
		case "document":
			return { type: "error", result: data("Not Found", 404) };
	}
}
