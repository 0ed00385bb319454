import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { nodeCodec } from "../../../src/analytics/http/decode-request.ts";
import { decodeBody } from "../../../src/analytics/wire/decode-body.ts";
import { BUILD_HEADER } from "../../../src/shared/page/payload.ts";
import type { ServerMode } from "../../support/server-switch.ts";

/** A proxy that treats a site as bad networks and deployments do, for all tabs of a browser. */
export interface FaultyServer {
	readonly url: string;
	readonly set: (mode: ServerMode) => void;
	/** How many requests wait for their answers. */
	readonly underWay: () => number;
	/** Documents that a page was left for although there was no server. */
	readonly lost: readonly string[];
	/** @returns The URL of the last page view that a tab has sent. */
	readonly lastView: (tab: string) => string | undefined;
	readonly close: () => Promise<void>;
}

/** By this header of its requests, a tab is known. */
export const TAB_HEADER = "x-tab";

const SLOW_MS = 300;

/** A document that was on its way while the server went is the browser's to answer for. */
const ON_ITS_WAY_MS = 1500;

export async function createFaultyServer(siteUrl: string): Promise<FaultyServer> {
	const views = new Map<string, { readonly at: number; readonly url: string }>();
	const lost: string[] = [];
	let mode: ServerMode = "up";
	let goneSince = 0;
	let underWay = 0;
	let change = Promise.withResolvers<void>();

	const server = createServer((asked, answer) => {
		underWay += 1;
		answer.once("close", () => {
			underWay -= 1;
		});
		// The page has left, or has given the request up.
		take(asked, answer).catch(() => answer.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;

	async function take(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
		const path = asked.url ?? "/";
		if (path.startsWith("/ingest/")) return count(asked, answer);
		while (isHeld(asked)) await change.promise;
		if (mode === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
		if ((mode !== "down" && mode !== "gateway") || isOnItsWay(asked)) {
			return forward(siteUrl, asked, answer, mode === "deployed" ? "another" : undefined);
		}
		if (isDocument(asked)) lost.push(`${path} while the server was ${mode}`);
		if (mode === "down") asked.socket.destroy();
		else answer.writeHead(503).end("<h1>Service Unavailable</h1>");
	}

	function isHeld(asked: IncomingMessage): boolean {
		return mode === "stalled" && !isOnItsWay(asked);
	}

	function isOnItsWay(asked: IncomingMessage): boolean {
		return isDocument(asked) && Date.now() - goneSince < ON_ITS_WAY_MS;
	}

	async function count(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
		const tab = String(asked.headers[TAB_HEADER]);
		for (const { at, url } of viewsIn(await buffer(asked), asked)) {
			if (at >= (views.get(tab)?.at ?? 0)) views.set(tab, { at, url });
		}
		answer.setHeader("content-type", "application/json").end('{"status":1,"featureFlags":{}}');
	}

	return {
		url: `http://127.0.0.1:${port}`,
		set(next) {
			const isGone = ["down", "gateway", "stalled"];
			if (isGone.includes(next)) goneSince = Date.now();
			mode = next;
			change.resolve();
			change = Promise.withResolvers();
		},
		underWay: () => underWay,
		lost,
		lastView: (tab) => views.get(tab)?.url,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function isDocument({ headers }: IncomingMessage): boolean {
	return headers["sec-fetch-dest"] === "document";
}

async function forward(
	siteUrl: string,
	asked: IncomingMessage,
	answer: ServerResponse,
	build: string | undefined,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
	const { method = "GET", url = "/", headers } = asked;
	const options = { method, headers: forwarded(headers, new URL(siteUrl).host), agent: false };
	const sent = request(new URL(url, siteUrl), options, resolve).on("error", reject);
	const [came] = await Promise.all([promise, pipeline(asked, sent)]);
	const { statusCode = 502, headers: own } = came;
	const isMarked = build !== undefined && BUILD_HEADER in own;
	answer.writeHead(statusCode, isMarked ? { ...own, [BUILD_HEADER]: build } : own);
	await pipeline(came, answer);
}

function forwarded(headers: IncomingHttpHeaders, host: string): IncomingHttpHeaders {
	return { ...headers, host, connection: "close" };
}

function viewsIn(
	body: Uint8Array,
	{ url = "", headers }: IncomingMessage,
): { readonly at: number; readonly url: string }[] {
	if (body.length === 0) return [];
	const query = new URL(url, "http://localhost").searchParams;
	const decoded = decodeBody(
		{
			body,
			contentType: headers["content-type"],
			contentEncoding: headers["content-encoding"],
			query: { compression: query.get("compression") ?? undefined },
			maxJsonBytes: 1_000_000,
		},
		nodeCodec,
	);
	if (decoded.kind === "refused") throw new Error(decoded.message);
	return [decoded.value].flat().flatMap((event) => {
		const { event: name, properties, timestamp, offset } = Object(event);
		if (name !== "$pageview") return [];
		const at = timestamp === undefined ? Date.now() - offset : Date.parse(timestamp);
		return [{ at, url: String(properties.$current_url) }];
	});
}
