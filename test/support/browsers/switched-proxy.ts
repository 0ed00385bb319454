import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { INGEST_PATH } from "../../../src/shared/analytics.ts";
import { BUILD_HEADER } from "../../../src/shared/page/payload.ts";
import type { ServerMode } from "../server-switch.ts";

export interface SwitchedProxy {
	readonly url: string;
	readonly set: (mode: ServerMode) => void;
	/** Number of requests in flight, without those of analytics. */
	readonly underWay: () => number;
	/** Paths that the page views name, and paths that the script has posted to `/ingest/shown`, by time. */
	readonly views: () => { readonly counted: readonly string[]; readonly shown: readonly string[] };
	readonly forgetViews: () => void;
	readonly close: () => void;
}

const SLOW_MS = 300;

/** The server went while a document was on its way: what a tab shows then is the browser's own page. */
const ON_ITS_WAY_MS = 1500;

interface SwitchedProxyOptions {
	/** Runs at the start of each document. */
	readonly script: string;
}

interface TimedPath {
	readonly path: string;
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
}

interface SentEvent {
	readonly event: string;
	/** Time from the event to the request, milliseconds. */
	readonly offset: number;
	readonly properties: { readonly $current_url: string };
}

/**
 * A proxy before a site, for browsers whose requests no test can intercept. It receives page views itself, in
 * every mode. Scripts do not find that the browser is driven, since the client of analytics would send nothing.
 */
export async function startSwitchedProxy(
	site: string,
	{ script }: SwitchedProxyOptions,
): Promise<SwitchedProxy> {
	let mode: ServerMode = "up";
	let goneSince = 0;
	let underWay = 0;
	let change = Promise.withResolvers<void>();
	let counted: TimedPath[] = [];
	let shown: TimedPath[] = [];
	const proxy = createServer((incoming, outgoing) => {
		if (incoming.url?.startsWith(`${INGEST_PATH}/`)) {
			void receive(incoming, outgoing);
			return;
		}
		underWay += 1;
		outgoing.once("close", () => {
			underWay -= 1;
		});
		void answer(incoming, outgoing);
	}).listen(0, "127.0.0.1");
	await once(proxy, "listening");
	const address = proxy.address();
	const port = typeof address === "object" ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		set(next) {
			if (["down", "gateway", "stalled"].includes(next)) goneSince = Date.now();
			mode = next;
			change.resolve();
			change = Promise.withResolvers();
		},
		underWay: () => underWay,
		views: () => ({ counted: pathsOf(counted), shown: pathsOf(shown) }),
		forgetViews() {
			counted = [];
			shown = [];
		},
		close() {
			proxy.closeAllConnections();
			proxy.close();
		},
	};

	async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const body = await buffer(incoming).catch(() => Buffer.alloc(0));
		outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
		if (body.length === 0) return;
		if (incoming.url === `${INGEST_PATH}/shown`) shown.push(JSON.parse(String(body)));
		if (incoming.url?.startsWith(`${INGEST_PATH}/e/`) !== true) return;
		const isPacked = body[0] === 0x1f && body[1] === 0x8b;
		const sent: SentEvent | readonly SentEvent[] = JSON.parse(
			String(isPacked ? gunzipSync(body) : body),
		);
		for (const { event, offset, properties } of [sent].flat()) {
			if (event !== "$pageview") continue;
			const { pathname: path } = new URL(properties.$current_url);
			counted.push({ path, at: Date.now() - offset });
		}
	}

	async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const { method, headers, url = "/" } = incoming;
		const isDocument = headers.accept?.startsWith("text/html") === true;
		const isOnItsWay = (): boolean => isDocument && Date.now() - goneSince < ON_ITS_WAY_MS;
		const isHeld = (): boolean => mode === "stalled" && !isOnItsWay();
		while (isHeld()) await change.promise;
		if (mode === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
		if (mode === "down" && !isOnItsWay()) {
			outgoing.destroy();
			return;
		}
		if (mode === "gateway" && !isOnItsWay()) {
			outgoing.writeHead(503).end("<h1>Service Unavailable</h1>");
			return;
		}
		const isScript = url.endsWith(".js");
		const { "accept-encoding": coding, ...others } = headers;
		const asked = isScript || coding === undefined ? others : headers;
		const passed = request(site + url, { method, headers: asked }, (response) => {
			const isOther = mode === "deployed" && url.includes("_payload.json");
			const other = isOther ? { [BUILD_HEADER]: "another" } : {};
			if (isScript) {
				void sendScript(response, outgoing, url.includes("/entry-client.") ? script : "");
				return;
			}
			outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...other });
			response.pipe(outgoing);
		});
		passed.on("error", () => outgoing.destroy());
		incoming.pipe(passed);
	}
}

async function sendScript(
	response: IncomingMessage,
	outgoing: ServerResponse,
	more: string,
): Promise<void> {
	const { "content-length": _, ...headers } = response.headers;
	const script = await text(response).catch(() => undefined);
	if (script === undefined) outgoing.destroy();
	else
		outgoing
			.writeHead(response.statusCode ?? 502, headers)
			.end(script.replaceAll(".webdriver", ".hidden") + more);
}

function pathsOf(times: readonly TimedPath[]): readonly string[] {
	return times.toSorted((one, other) => one.at - other.at).map(({ path }) => path);
}
