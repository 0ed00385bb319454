import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { listenForTest } from "./listen-for-test.ts";
import { pretendToHaveWindow } from "./pretend-to-have-window.ts";

/**
 * Opens a page of an origin of its own, with one of PostHog's browser clients in it.
 *
 * @param script What the page runs; it leaves a client in `window`.
 */
export async function openClientPage(page: Page, script: string | Uint8Array): Promise<void> {
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
	const port = await listenForTest(server);
	await hideAutomation(page);
	await page.goto(`http://127.0.0.1:${port}`);
}

const DOCUMENT =
	'<!doctype html><html lang="en"><head><title>A page</title><script src="/client.js"></script></head><body><h1>A page</h1></body></html>';

/** Clients send nothing for browsers that say that they are driven by a program. */
export async function hideAutomation(page: Page): Promise<void> {
	await page.addInitScript(pretendToHaveWindow);
	await page.addInitScript(letCollectingEnd);
}

/**
 * The client collects for three seconds before it sends, and looks as often for what is to be
 * sent again. From now on, those of this document are over at once: a test that waits for an event
 * need not wait for the clock. What the client does in them, and at their end, is its own.
 */
export function endCollecting(page: Page): Promise<unknown> {
	return page.evaluate(() => dispatchEvent(new Event("collecting-ends")));
}

/** Runs in every page: the client's queues, and they alone, can be told that their time is over. */
function letCollectingEnd(): void {
	const COLLECTING_MS = 3000;
	const AT_ONCE_MS = 20;
	const { setTimeout, clearTimeout } = window;
	const collecting = new Map<number, () => void>();
	let isOver = false;

	function start(work: () => void, delayMs = 0, ...parameters: unknown[]): number {
		// It also gives up on flags after three seconds, which must stay as they are.
		const isQueue = delayMs === COLLECTING_MS && /\bqueue\.length\b/.test(String(work));
		if (!isQueue) return setTimeout(work, delayMs, ...parameters);
		const timer = setTimeout(end, isOver ? AT_ONCE_MS : COLLECTING_MS);
		collecting.set(timer, end);
		return timer;

		function end(): void {
			if (collecting.delete(timer)) work();
		}
	}

	function clear(timer: number | undefined): void {
		if (timer !== undefined) collecting.delete(timer);
		clearTimeout(timer);
	}

	Object.assign(window, { setTimeout: start, clearTimeout: clear });
	addEventListener("collecting-ends", () => {
		isOver = true;
		for (const end of [...collecting.values()]) end();
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
