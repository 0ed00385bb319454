import type { IncomingHttpHeaders } from "node:http";

/** A client's request with events, in the form that is forwarded. */
export interface Delivery {
	/** Equal at each attempt, so that the service stores the request only once. */
	readonly id: string;
	/** Milliseconds since the Unix epoch; the service corrects clients' clocks with it. */
	readonly arrivedAt: number;
	/** Path and query, below `/ingest`. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

/** Statuses after which the same request can succeed later. */
const RETRY: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Response header with the id of the request, which the analytics service sets. */
export const ACK_HEADER = "x-loggia-ack";

/** Whether a response is the service's own and final one: a proxy answers 200, 401 or 404 as well. */
export function isAcknowledged({ status, headers }: DeliveryAnswer, { id }: Delivery): boolean {
	return headers.get(ACK_HEADER) === id && !RETRY.has(status);
}

/** Response of the service. */
export interface DeliveryAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Buffer;
}

/**
 * Forwards a request to the analytics service.
 *
 * @throws {Error} When the service cannot be reached, or does not answer in time.
 */
export async function deliver(
	{ id, arrivedAt, path, headers, body }: Delivery,
	upstream: string,
	timeoutMs: number,
): Promise<DeliveryAnswer> {
	const answer = await fetch(`${upstream}${path}`, {
		method: "POST",
		redirect: "manual",
		headers: new Headers({
			...singleValues(headers),
			"accept-encoding": "identity",
			"x-loggia-delivery": id,
			"x-loggia-arrived-at": String(arrivedAt),
		}),
		body: new Uint8Array(body),
		signal: AbortSignal.timeout(timeoutMs),
	});
	return {
		status: answer.status,
		headers: answer.headers,
		body: Buffer.from(await answer.arrayBuffer()),
	};
}

/** Omits the length: `fetch()` sets it from the body. */
function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
	const { "content-length": _length, ...rest } = headers;
	return Object.fromEntries(
		Object.entries(rest).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);
}

/** Headers that identify a visitor: they stay in memory, and are never written to the disk. */
const SENDER_HEADERS = ["x-forwarded-for", "user-agent", "accept-language"] as const;

/** @returns The headers that {@link packDelivery} omits. */
export function senderOf({ headers }: Delivery): IncomingHttpHeaders {
	return Object.fromEntries(SENDER_HEADERS.map((name) => [name, headers[name]]));
}

/** Marks a visitor that the service cannot count, for example since the process that knew them has ended. */
export const UNKNOWN_SENDER: IncomingHttpHeaders = { "x-loggia-sender": "unknown" };

const LINE_FEED = 0x0a;

/** Returns one line of JSON without the sender, followed by the unchanged body. */
export function packDelivery({ body, ...head }: Delivery): Buffer {
	const headers = { ...head.headers };
	for (const name of SENDER_HEADERS) delete headers[name];
	return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, headers })}\n`), body]);
}

/** @returns `undefined` for bytes that {@link packDelivery} did not produce. */
export function unpackDelivery(bytes: Buffer, sender: IncomingHttpHeaders): Delivery | undefined {
	const end = bytes.indexOf(LINE_FEED);
	try {
		// `QueueFiles` encrypts the bytes, so decrypted bytes are the output of `packDelivery()`.
		const head = JSON.parse(bytes.subarray(0, end).toString()) as Omit<Delivery, "body">;
		return { ...head, headers: { ...head.headers, ...sender }, body: bytes.subarray(end + 1) };
	} catch {
		// Another version may have written it.
		return undefined;
	}
}
