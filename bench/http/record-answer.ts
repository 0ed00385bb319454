import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** An answer of the product that a bare server can repeat. */
export interface RecordedAnswer {
	readonly name: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** In base64. */
	readonly body: string;
}

/** Headers that the HTTP server itself sets for each answer. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(["date", "connection", "keep-alive"]);

/** Sends one request, without `fetch()`, which would decode the body. */
export async function recordAnswer(
	name: string,
	url: string,
	headers: Readonly<Record<string, string>>,
): Promise<RecordedAnswer> {
	const [response]: IncomingMessage[] = await once(get(url, { headers }), "response");
	if (response === undefined) throw new Error(`"${url}" must answer`);
	const body = await buffer(response);
	const kept = Object.entries(response.headers).flatMap(([header, value]) =>
		value === undefined || OF_THE_SERVER.has(header) ? [] : [[header, String(value)] as const],
	);
	return {
		name,
		status: response.statusCode ?? 0,
		headers: Object.fromEntries(kept),
		body: body.toString("base64"),
	};
}
