import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { listenForTest } from "./listen-for-test.ts";
import { pretendToHaveWindow } from "./pretend-to-have-window.ts";

/**
 * Opens a page on its own origin, with one of PostHog's browser clients in it.
 *
 * @param script Script of the page; it sets a client on `window`.
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

/** Hides signs of automation, because clients send nothing for automated browsers. */
export async function hideAutomation(page: Page): Promise<void> {
	await page.addInitScript(pretendToHaveWindow);
	await page.addInitScript(letCollectingEnd);
}

/**
 * Ends the client's collecting periods in this document, now and in the future, so that a test need not wait
 * for the clock. The client collects events for three seconds before it sends them, and checks for retries
 * at the same interval. Its behavior is otherwise unchanged.
 */
export function endCollecting(page: Page): Promise<unknown> {
	return page.evaluate(() => dispatchEvent(new Event("collecting-ends")));
}

/** Runs in every page. An event ends the timers of the client's queues, and no other timers, early. */
function letCollectingEnd(): void {
	const COLLECTING_MS = 3000;
	const AT_ONCE_MS = 20;
	const { setTimeout, clearTimeout } = window;
	const collecting = new Map<number, () => void>();
	let isOver = false;

	function start(work: () => void, delayMs = 0, ...parameters: unknown[]): number {
		// The client also has a three-second time-out for flags, which must not change.
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

/** @returns A page script that sets the exports of a module in this folder as `window.client`. */
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
