import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";

/** A page of an origin of its own, with one of PostHog's browser clients in it. */
export interface ClientPage {
	readonly url: string;
	readonly close: () => Promise<void>;
}

/** @param script What the page runs; it leaves a client in `window`. */
export async function serveClientPage(script: string | Uint8Array): Promise<ClientPage> {
	const server = createServer((request, response) => {
		if (request.url === "/client.js") {
			response.setHeader("content-type", "text/javascript; charset=utf-8").end(script);
			return;
		}
		if (request.url === "/favicon.ico") {
			response.writeHead(204).end();
			return;
		}
		response.setHeader("content-type", "text/html; charset=utf-8").end(DOCUMENT);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const DOCUMENT =
	'<!doctype html><html lang="en"><head><title>A page</title><script src="/client.js"></script></head><body><h1>A page</h1></body></html>';

/** Clients send nothing for browsers that say that they are driven by a program. */
export async function hideAutomation(page: Page): Promise<void> {
	await page.addInitScript(() => {
		Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
	});
}

/** @returns A script for a page, with what the module beside this one exports in `window.client`. */
export async function bundleClient(module: string): Promise<Uint8Array> {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, module)],
		bundle: true,
		format: "iife",
		globalName: "client",
		platform: "browser",
		write: false,
		logLevel: "silent",
	});
	return outputFiles[0]?.contents ?? new Uint8Array();
}
