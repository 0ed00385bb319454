import type { IncomingHttpHeaders } from "node:http";

/** A request of a client with events, as it is passed on. */
export interface Delivery {
	/** The same at each attempt, so that the service stores what it has stored already only once. */
	readonly id: string;
	/** Milliseconds since the Unix epoch; clocks of clients are corrected by it. */
	readonly arrivedAt: number;
	/** Path and query, below `/ingest`. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

/** With each of them, the same request can succeed later. */
const RETRY: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The analytics service names the request here that its answer is about. */
export const VERDICT_HEADER = "x-loggia-verdict";

/** Whether an answer is the service's own and final one: a proxy answers 200, 401 or 404 as well. */
export function isVerdict({ status, headers }: DeliveryAnswer, { id }: Delivery): boolean {
	return headers.get(VERDICT_HEADER) === id && !RETRY.has(status);
}

/** What the service answered. */
export interface DeliveryAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Buffer;
}

/**
 * Passes a request on to the analytics service.
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

/** The length is that of the body, which is set anew. */
function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
	const { "content-length": _length, ...rest } = headers;
	return Object.fromEntries(
		Object.entries(rest).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);
}

/** What tells who a visitor is: it stays in memory, and never reaches the disk. */
const SENDER_HEADERS = ["x-forwarded-for", "user-agent", "accept-language"] as const;

/** @returns What {@link packDelivery} leaves out. */
export function senderOf({ headers }: Delivery): IncomingHttpHeaders {
	return Object.fromEntries(SENDER_HEADERS.map((name) => [name, headers[name]]));
}

/** A visitor that the service cannot count: the process that knew them has ended. */
export const UNKNOWN_SENDER: IncomingHttpHeaders = { "x-loggia-sender": "unknown" };

const LINE_FEED = 0x0a;

/** As bytes: one line of JSON without the sender, and the body as it came. */
export function packDelivery({ body, ...head }: Delivery): Buffer {
	const headers = { ...head.headers };
	for (const name of SENDER_HEADERS) delete headers[name];
	return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, headers })}\n`), body]);
}

/** @returns `undefined` for bytes that {@link packDelivery} has not made. */
export function unpackDelivery(bytes: Buffer, sender: IncomingHttpHeaders): Delivery | undefined {
	const end = bytes.indexOf(LINE_FEED);
	try {
		// It was sealed by this very code: what opens is what was packed.
		const head = JSON.parse(bytes.subarray(0, end).toString()) as Omit<Delivery, "body">;
		return { ...head, headers: { ...head.headers, ...sender }, body: bytes.subarray(end + 1) };
	} catch {
		// Of another version, perhaps.
		return undefined;
	}
}
