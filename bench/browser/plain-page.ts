import type { Browser } from "playwright-core";

/** A page in a separate browser context, without unneeded domains of the protocol. */
export interface PlainPage {
	/** Sends one command of the browser's protocol. @throws {Error} When the browser refuses it. */
	readonly send: (method: string, parameters?: object) => Promise<unknown>;
	/** @param expression Its value is a promise of a value that JSON can represent. */
	readonly evaluate: <Value>(expression: string) => Promise<Value>;
	readonly close: () => Promise<void>;
}

/**
 * Opens a page without the automation's instrumentation. The automation records the stack of each request
 * and each console message: V8 parses a script a second time to name positions in it. That was nearly
 * half of the app's first task, and real visitors do not have it.
 *
 * @param debuggingPort The port that the browser was started with.
 */
export async function openPlainPage(browser: Browser, debuggingPort: number): Promise<PlainPage> {
	const session = await browser.newBrowserCDPSession();
	const { browserContextId } = await session.send("Target.createBrowserContext");
	const { targetId } = await session.send("Target.createTarget", {
		url: "about:blank",
		browserContextId,
	});
	const socket = await openSocket(`ws://127.0.0.1:${debuggingPort}/devtools/page/${targetId}`);
	const send = commandsOver(socket);
	return {
		send,
		async evaluate<Value>(expression: string) {
			const answer = await send("Runtime.evaluate", {
				expression,
				awaitPromise: true,
				returnByValue: true,
			});
			const { result, exceptionDetails } = Object(answer);
			if (exceptionDetails !== undefined) throw new Error(`The page refused "${expression}"`);
			// The caller knows the type of the expression's value.
			return result.value as Value;
		},
		async close() {
			socket.close();
			await session.send("Target.disposeBrowserContext", { browserContextId });
			await session.detach();
		},
	};
}

async function openSocket(url: string): Promise<WebSocket> {
	const socket = new WebSocket(url);
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve, { once: true });
		socket.addEventListener("error", () => reject(new Error(`Nothing answers at "${url}"`)), {
			once: true,
		});
	});
	return socket;
}

function commandsOver(socket: WebSocket): PlainPage["send"] {
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	let lastId = 0;
	socket.addEventListener("message", ({ data }) => {
		const { id, result, error } = JSON.parse(String(data));
		const command = waiting.get(id);
		waiting.delete(id);
		if (error === undefined) command?.resolve(result);
		else command?.reject(new Error(String(error.message)));
	});
	return (method, params = {}) => {
		lastId += 1;
		const command = Promise.withResolvers<unknown>();
		waiting.set(lastId, command);
		socket.send(JSON.stringify({ id: lastId, method, params }));
		return command.promise;
	};
}
