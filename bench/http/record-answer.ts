import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** One answer of the product, as a bare server can repeat it. */
export interface RecordedAnswer {
	readonly name: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** In base64. */
	readonly body: string;
}

/** Written by the HTTP server itself, for every answer anew. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(["date", "connection", "keep-alive"]);

/** Asks once, without `fetch`, which would undo the coding. */
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
