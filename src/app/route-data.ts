import {
	UNSAFE_ErrorResponseImpl as ErrorResponse,
	isRouteErrorResponse,
	type StaticHandlerContext,
} from "react-router";

/** Data of a page's routes, by route id. */
export interface RouteData extends Pick<StaticHandlerContext, "loaderData"> {
	readonly actionData?: StaticHandlerContext["actionData"];
	readonly errors?: StaticHandlerContext["errors"];
}

/** Name of a thrown response in the encoded text. */
const RESPONSE = "ErrorResponse";

/** Encodes the data for documents and payloads, with all values that React Router's own encoding has. */
export async function encodeRouteData(data: RouteData): Promise<string> {
	const { encode } = await import("turbo-stream");
	const stream = encode(data, {
		plugins: [
			(value) => {
				if (isRouteErrorResponse(value)) {
					return [RESPONSE, value.status, value.statusText, value.data];
				}
				// The message of an error may contain a secret; the log has it.
				return value instanceof Error ? ["Failure"] : false;
			},
		],
	});
	return new Response(stream).text();
}

export async function decodeRouteData(text: string): Promise<RouteData> {
	// Loaded on demand: pages without data do not need it.
	const { decode } = await import("turbo-stream");
	const body = new Blob([text]).stream();
	const { value } = await decode(body, {
		plugins: [
			(name, ...values) => {
				if (name === "Failure") return { value: new Error("Internal Server Error") };
				const [status, statusText, data] = values;
				if (name !== RESPONSE) return false;
				return { value: new ErrorResponse(Number(status), String(statusText), data) };
			},
		],
	});
	// Written by `encodeRouteData()`.
	return value as RouteData;
}
