import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.ts";
import { asCall, type DrivenBrowser, type DrivenTab } from "./driven-tab.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY_SERVER = "/usr/bin/Xvfb";

/** @returns WebKitGTK, driven by WebDriver on a screen in memory; `undefined`: this machine has none. */
export function findWebKit(): DrivenBrowser | undefined {
	const [binary] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
	if (binary === undefined || !existsSync(DRIVER) || !existsSync(DISPLAY_SERVER)) return undefined;
	return { name: "WebKitGTK", open: async () => openWebKit(binary) };
}

async function openWebKit(binary: string): Promise<DrivenTab> {
	const screen = spawn(DISPLAY_SERVER, ["-displayfd", "1", "-nolisten", "tcp"], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [display] = await once(createInterface(screen.stdout), "line");
	const port = await freePort();
	const env = { ...process.env, DISPLAY: `:${String(display)}` };
	const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: "ignore" });
	const server = `http://127.0.0.1:${port}`;
	const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
	const { sessionId } = (await untilReady(() =>
		call(`${server}/session`, { capabilities: { alwaysMatch: options } }),
	)) as { readonly sessionId: string };
	const session = `${server}/session/${sessionId}`;
	return {
		async goto(url) {
			await call(`${session}/url`, { url });
		},
		async evaluate(script, argument) {
			const json = await call(`${session}/execute/sync`, {
				script: `return (${asCall(script)})(arguments[0])`,
				args: [JSON.stringify(argument ?? null)],
			});
			return JSON.parse(String(json));
		},
		async close() {
			await fetch(session, { method: "DELETE" }).catch(() => undefined);
			const ended = [once(driver, "exit"), once(screen, "exit")];
			driver.kill();
			screen.kill();
			await Promise.all(ended);
		},
	};
}

async function call(url: string, body: object): Promise<unknown> {
	const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
	const { value } = (await response.json()) as { readonly value: unknown };
	if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
	return value;
}

/** The driver listens some time after it has started. */
async function untilReady<Result>(attempt: () => Promise<Result>): Promise<Result> {
	for (let attempts = 0; ; attempts += 1) {
		try {
			return await attempt();
		} catch (cause) {
			if (attempts === 50 || !(cause instanceof TypeError)) throw cause;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}
}
