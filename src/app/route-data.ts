import {
	UNSAFE_ErrorResponseImpl as ErrorResponse,
	isRouteErrorResponse,
	type StaticHandlerContext,
} from "react-router";
import type { StreamPiece } from "../shared/page/document-source.ts";

/** Data of a page's routes, by route id. */
export interface RouteData extends Pick<StaticHandlerContext, "loaderData"> {
	readonly actionData?: StaticHandlerContext["actionData"];
	readonly errors?: StaticHandlerContext["errors"];
}

export interface EncodedData {
	readonly text: string;
	/** Whether the encoding changes nothing: the data has neither errors nor promises. */
	readonly isExact: boolean;
	/** Lines that follow while promises in the data settle; absent: it has none. */
	readonly rest?: ReadableStream<StreamPiece>;
}

/** Name of a thrown response in the encoded text. */
const RESPONSE = "ErrorResponse";

/** A promise that takes longer is rejected, so that each answer ends. */
const MAX_PENDING_MS = 30_000;

/**
 * Encodes the data for documents and payloads: as JSON if that changes nothing, otherwise with all values
 * that React Router's own encoding has. JSON is cheaper, and needs no decoder in the browser.
 */
export async function encodeRouteData(data: RouteData): Promise<EncodedData> {
	if (isJson(data, new Set())) return { text: JSON.stringify(data), isExact: true };
	const { encode } = await import("./turbo-stream.ts");
	const ending = new AbortController();
	const promises = new Set<Promise<unknown>>();
	const errors: StreamPiece[] = [];
	let hasErrors = false;
	const reader = encode(data, {
		signal: ending.signal,
		plugins: [
			(value) => {
				if (isRouteErrorResponse(value)) {
					return [RESPONSE, value.status, value.statusText, value.data];
				}
				if (value instanceof Promise && !promises.has(value)) {
					promises.add(value);
					value.catch((error: unknown) => errors.push({ error: stackOf(error) }));
				}
				if (!(value instanceof Error)) return false;
				hasErrors = true;
				// Its message may contain a secret; the log has it.
				return ["Failure"];
			},
		],
	}).getReader();
	const decoder = new TextDecoder();
	const { value: text } = await reader.read();
	if (promises.size === 0) return { text: decoder.decode(text), isExact: !hasErrors };
	const timer = setTimeout(() => ending.abort(), MAX_PENDING_MS);
	const rest = new ReadableStream<StreamPiece>({
		async pull(controller) {
			const { done, value: line } = await reader.read();
			for (const error of errors.splice(0)) controller.enqueue(error);
			if (!done) return controller.enqueue({ text: decoder.decode(line) });
			clearTimeout(timer);
			controller.close();
		},
		cancel: (reason) => ending.abort(reason),
	});
	return { text: decoder.decode(text), isExact: false, rest };
}

/** Whether JSON returns a value unchanged. @param seen Objects so far: JSON would copy an object that occurs twice. */
function isJson(value: unknown, seen: Set<object>): boolean {
	if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
	if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean";
	if (value === null) return true;
	if (seen.has(value)) return false;
	seen.add(value);
	if (Array.isArray(value)) {
		// Unlike `every()`, the iterator includes holes.
		for (const item of value) if (!isJson(item, seen)) return false;
		return true;
	}
	if (Object.getPrototypeOf(value) !== Object.prototype) return false;
	return Object.values(value).every((member) => isJson(member, seen));
}

/** Returns data as the browser gets it: without the messages of errors, also of later ones. */
export async function shownData(
	data: RouteData,
	encoded: EncodedData,
): Promise<{ readonly loaded: RouteData; readonly encoded: EncodedData }> {
	if (encoded.isExact) return { loaded: data, encoded };
	const [own, rest] = encoded.rest?.tee() ?? [];
	const lines = own?.pipeThrough(
		new TransformStream<StreamPiece, string>({
			transform(piece, controller) {
				if ("text" in piece) controller.enqueue(piece.text);
			},
		}),
	);
	const loaded = await decodeRouteData(encoded.text, lines);
	return { loaded, encoded: { ...encoded, ...(rest && { rest }) } };
}

/** Waits for all promises. @param errors Gets their errors. */
export async function wholeText({ text, rest }: EncodedData, errors: string[]): Promise<string> {
	let whole = text;
	for await (const piece of rest ?? []) {
		if ("text" in piece) whole += piece.text;
		else errors.push(piece.error);
	}
	return whole;
}

/** Returns the stack of an error, which may be any value. */
export function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param rest A stream of the lines that follow; absent: the text is complete. */
export async function decodeRouteData(text: string, rest?: object): Promise<RouteData> {
	// React Router's own encoding starts with an array. `encodeRouteData()` has written both.
	if (text.startsWith("{")) return JSON.parse(text) as RouteData;
	// Loaded on demand: most pages do not need it.
	const { decode } = await import("./turbo-stream.ts");
	// Only `streamed-data.ts` creates such streams; the shared types of payloads do not know the class.
	const lines = rest as ReadableStream<string> | undefined;
	const body = lines === undefined ? new Blob([text]).stream() : bytesOf(text, lines);
	const { value, done } = await decode(body, {
		plugins: [
			(name, ...values) => {
				if (name === "Failure") return { value: new Error("Internal Server Error") };
				const [status, statusText, data] = values;
				if (name !== RESPONSE) return false;
				return { value: new ErrorResponse(Number(status), String(statusText), data) };
			},
		],
	});
	if (lines !== undefined) ignoreRejections(value);
	// An incomplete answer also rejects the promises in the data.
	done.catch(() => undefined);
	// Written by `encodeRouteData()`.
	return value as RouteData;
}

/** The server has logged them, and a component that uses such a promise may subscribe later. */
function ignoreRejections(value: unknown): void {
	if (value instanceof Promise) value.then(ignoreRejections, () => undefined);
	else if (typeof value === "object" && value !== null) {
		Object.values(value).forEach(ignoreRejections);
	}
}

function bytesOf(start: string, rest: ReadableStream<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return rest.pipeThrough(
		new TransformStream<string, Uint8Array>({
			start: (controller) => controller.enqueue(encoder.encode(start)),
			transform: (line, controller) => controller.enqueue(encoder.encode(line)),
		}),
	);
}
