import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { BUILD_HEADER } from "../../../src/shared/page/payload.ts";
import type { ServerMode } from "../server-switch.ts";

export interface SwitchedProxy {
	readonly url: string;
	readonly set: (mode: ServerMode) => void;
	/** Number of requests in flight. */
	readonly underWay: () => number;
	readonly close: () => void;
}

const SLOW_MS = 300;

/** A proxy before a site, for browsers whose requests no test can intercept. */
export async function startSwitchedProxy(site: string): Promise<SwitchedProxy> {
	let mode: ServerMode = "up";
	let underWay = 0;
	let change = Promise.withResolvers<void>();
	const proxy = createServer((incoming, outgoing) => {
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
			mode = next;
			change.resolve();
			change = Promise.withResolvers();
		},
		underWay: () => underWay,
		close() {
			proxy.closeAllConnections();
			proxy.close();
		},
	};

	async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const isHeld = (): boolean => mode === "stalled";
		while (isHeld()) await change.promise;
		if (mode === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
		if (mode === "down") {
			outgoing.destroy();
			return;
		}
		if (mode === "gateway") {
			outgoing.writeHead(503).end("<h1>Service Unavailable</h1>");
			return;
		}
		const { method, headers, url = "/" } = incoming;
		const passed = request(site + url, { method, headers }, (response) => {
			const isOther = mode === "deployed" && url.includes("_payload.json");
			const other = isOther ? { [BUILD_HEADER]: "another" } : {};
			outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...other });
			response.pipe(outgoing);
		});
		passed.on("error", () => outgoing.destroy());
		incoming.pipe(passed);
	}
}
