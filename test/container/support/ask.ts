import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { connect } from "node:http2";
import { request as requestHttps } from "node:https";
import { lookupAt } from "./lookup-at.ts";

export interface AskOptions {
	/** PEM of the only authority that is believed. */
	readonly authority?: string;
	/** Where the host is, whatever its name resolves to. */
	readonly address?: string | undefined;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

export interface AskAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

const SILENCE_MS = 120_000;

/** One request over a connection of its own; redirects are answers like others. */
export function ask(
	url: string,
	{ authority, address, method = "GET", headers = {}, body = "" }: AskOptions = {},
): Promise<AskAnswer> {
	const request = url.startsWith("https:") ? requestHttps : requestHttp;
	const way = address === undefined ? {} : { lookup: lookupAt(address) };
	const options = { method, headers, ca: authority, agent: false, ...way };
	return new Promise((resolve, reject) => {
		const sent = request(url, options, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("error", reject);
			response.on("end", () =>
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(chunks),
				}),
			);
		});
		sent.on("error", reject);
		sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error(`${url} says nothing`)));
		sent.end(body);
	});
}

/** @returns The status of the answer over HTTP/2, which the server must offer by itself. */
export async function statusOverHttp2(url: string, authority: string): Promise<number> {
	const session = connect(url, { ca: authority });
	try {
		return await new Promise((resolve, reject) => {
			session.on("error", reject);
			const stream = session.request({ ":path": new URL(url).pathname });
			stream.on("error", reject);
			stream.on("response", ({ ":status": status }) => resolve(status ?? 0));
			stream.resume().end();
		});
	} finally {
		session.close();
	}
}
