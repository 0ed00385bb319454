import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { asCall, type DrivenBrowser, type DrivenTab } from "./driven-tab.ts";

const PROGRAMS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** @returns Firefox, driven by WebDriver BiDi; `undefined`: this machine has none. */
export function findFirefox(): DrivenBrowser | undefined {
	const program = PROGRAMS.find(existsSync);
	return program === undefined
		? undefined
		: { name: "Firefox", open: async () => openFirefox(program) };
}

async function openFirefox(program: string): Promise<DrivenTab> {
	const profile = await mkdtemp(join(tmpdir(), "loggia-firefox-"));
	const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
	const browser = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
	const socket = await connect(browser);
	const call = createCaller(socket);
	await call("session.new", { capabilities: {} });
	const { contexts } = await call("browsingContext.getTree", {});
	const { context } = (contexts as readonly [{ readonly context: string }])[0];
	return {
		async goto(url) {
			await call("browsingContext.navigate", { context, url, wait: "complete" });
		},
		async evaluate(script, argument) {
			const { result, exceptionDetails } = await call("script.callFunction", {
				functionDeclaration: asCall(script),
				arguments: [{ type: "string", value: JSON.stringify(argument ?? null) }],
				awaitPromise: true,
				target: { context },
			});
			if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
			return JSON.parse((result as { readonly value: string }).value);
		},
		async close() {
			const ended = once(browser, "exit");
			socket.close();
			browser.kill();
			await ended;
			await rm(profile, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

async function connect(browser: ChildProcess): Promise<WebSocket> {
	if (browser.stderr === null) throw new Error("Firefox has no output");
	for await (const line of createInterface(browser.stderr)) {
		const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
		if (url === undefined) continue;
		browser.stderr.resume();
		const socket = new WebSocket(`${url}/session`);
		await new Promise((resolve, reject) => {
			socket.addEventListener("open", resolve);
			socket.addEventListener("error", reject);
		});
		return socket;
	}
	throw new Error("Firefox ended before it listened");
}

type Answer = Readonly<Record<string, unknown>>;

function createCaller(socket: WebSocket) {
	const waiting = new Map<number, (answer: Answer) => void>();
	let last = 0;
	socket.addEventListener("message", ({ data }) => {
		const answer = JSON.parse(String(data));
		waiting.get(answer.id)?.(answer);
		waiting.delete(answer.id);
	});
	return async (method: string, params: object): Promise<Answer> => {
		last += 1;
		const id = last;
		const answered = new Promise<Answer>((resolve) => {
			waiting.set(id, resolve);
		});
		socket.send(JSON.stringify({ id, method, params }));
		const answer = await answered;
		if (answer["type"] === "error") throw new Error(`${method}: ${String(answer["message"])}`);
		return answer["result"] as Answer;
	};
}
