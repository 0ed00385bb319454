import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";

/** What is asked for in `Accept-Encoding`. */
export const CODINGS = ["identity", "gzip", "br"] as const;

export type Coding = (typeof CODINGS)[number];

/** The bytes of some bodies together, as they go over the wire. */
export interface Sizes {
	readonly name: string;
	readonly bytes: Readonly<Record<Coding, number>>;
}

/** Weighs the index and everything that its document names: styles, and modules of the app. */
export async function measureSizes(origin: string): Promise<readonly Sizes[]> {
	const html = (await bodyOf(`${origin}/`, "identity")).toString("utf8");
	const styles = urlsIn(html, /<link rel="stylesheet" href="([^"]+)"/g, origin);
	const scripts = urlsIn(html, /<link rel="app-module" href="([^"]+)"/g, origin);
	return [
		await sizesOf("HTML", [`${origin}/`]),
		await sizesOf("CSS", styles),
		await sizesOf("JavaScript", scripts),
	];
}

function urlsIn(html: string, pattern: RegExp, origin: string): readonly string[] {
	const urls = [...html.matchAll(pattern)].map(([, url = ""]) => new URL(url, origin).href);
	return [...new Set(urls)];
}

async function sizesOf(name: string, urls: readonly string[]): Promise<Sizes> {
	const bytes = { identity: 0, gzip: 0, br: 0 };
	for (const coding of CODINGS) {
		for (const url of urls) bytes[coding] += (await bodyOf(url, coding)).byteLength;
	}
	return { name, bytes };
}

/** Without `fetch`, which would undo the coding. */
async function bodyOf(url: string, coding: Coding): Promise<Buffer> {
	const [response]: IncomingMessage[] = await once(
		get(url, { headers: { "accept-encoding": coding } }),
		"response",
	);
	if (response?.statusCode !== 200)
		throw new Error(`"${url}" must answer 200: got ${response?.statusCode}`);
	return buffer(response);
}
