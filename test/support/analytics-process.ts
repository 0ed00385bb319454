import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PROJECT_KEY } from "./analytics-service.ts";
import { freePort } from "./free-port.ts";
import { CHROME } from "./visitor.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The analytics service in a separate process, as an operator starts it. */
export interface AnalyticsProcess {
	readonly url: string;
	readonly child: ChildProcess;
	/** Sends an event or a list of events, as a browser does. */
	readonly send: (events: object) => Promise<Response>;
	/** Everything written to standard output and error so far. */
	readonly output: () => string;
	/** Milliseconds from the start to the first success of `/readyz`. */
	readonly readyAfterMs: number;
	readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

export async function startAnalyticsProcess(
	dataDir: string,
	environment: NodeJS.ProcessEnv = {},
	/** A command that runs the rest of its arguments, such as `nice`. */
	wrapper: readonly string[] = [],
): Promise<AnalyticsProcess> {
	const port = await freePort();
	const started = performance.now();
	const { child, output } = spawnAnalytics(
		{
			ANALYTICS_PORT: String(port),
			DATA_DIR: dataDir,
			POSTHOG_KEY: PROJECT_KEY,
			...environment,
		},
		wrapper,
	);
	const url = `http://127.0.0.1:${port}`;
	await untilReady(url, child, output);
	return {
		url,
		child,
		output,
		send: (events) => {
			const headers = { "user-agent": CHROME };
			return fetch(`${url}/e/`, { method: "POST", headers, body: JSON.stringify(events) });
		},
		readyAfterMs: performance.now() - started,
		kill: async (signal) => {
			if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
			const exited = once(child, "exit");
			child.kill(signal);
			const [code] = await exited;
			// The `exit` event has the code, or null after a signal.
			return code as number | null;
		},
	};
}

/** Starts the process without waiting until it is ready. It may exit early. */
export function spawnAnalytics(environment: NodeJS.ProcessEnv, wrapper: readonly string[] = []) {
	const main = join(ROOT, "dist/analytics/main.js");
	const [command, ...args] = [...wrapper, process.execPath, main];
	const child = spawn(command, args, {
		env: {
			...process.env,
			NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compile"),
			...environment,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let text = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			text += chunk;
		});
	}
	return { child, output: () => text };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
	while (child.exitCode === null && child.signalCode === null) {
		const response = await fetch(`${url}/readyz`).catch(() => undefined);
		if (response?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	throw new Error(`The service left before it was ready: ${output()}`);
}
