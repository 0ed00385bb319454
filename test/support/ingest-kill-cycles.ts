import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { type AnalyticsProcess, startAnalyticsProcess } from "./analytics-process.ts";
import { PROJECT_KEY } from "./analytics-service.ts";
import { firstAcknowledgment, startOffering } from "./kill-cycles.ts";
import { listenForTest } from "./listen-for-test.ts";
import { PATIENCE_MS } from "./patience.ts";
import { writeSiteFolder } from "./site-folder.ts";
import { type RunningSite, startSite } from "./start-site.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { CHROME } from "./visitor.ts";

/** What the proxy between the services does with a request. */
const FAULTS = [
	...(["pass", "pass", "401", "404", "200", "hang", "reset"] as const),
	/** The service stores the events, and its answer is lost. */
	"lost answer",
	/** Some answers are later than the site waits. */
	"slow",
] as const;

type Fault = (typeof FAULTS)[number];

const VICTIMS = [["site"], ["analytics"], ["site", "analytics"]] as const;

const API_KEY = "phx_of_the_kill_cycles";
const FAULT_MS = 250;
const OFFER = { eventsPerSecond: 50, batchSizes: [] };
const MAX_LIFE_MS = 1_500;
const MAX_DELAY_MS = 4_500;

export interface IngestKillResult {
	readonly offered: number;
	readonly acknowledged: number;
	readonly lost: number;
	readonly doubled: number;
	/** Files of the queue when all is sent. */
	readonly left: readonly string[];
}

/**
 * Offers events to a site, kills the site, the analytics service or both, while a proxy between them
 * fails in every way; in the end compares the acknowledged events with the stored ones.
 */
export async function runIngestKillCycles(
	cycles: number,
	onCycle: (cycle: number) => void = () => undefined,
): Promise<IngestKillResult> {
	const stack = await createStack();
	const acknowledged = new Set<string>();
	let offered = 0;
	for (let cycle = 0; cycle < cycles; cycle += 1) {
		const victims = VICTIMS[cycle % VICTIMS.length] ?? ["site"];
		const url = `${(await stack.site()).url}/ingest/e/`;
		const offer = startOffering(OFFER, () => send(url, acknowledged));
		try {
			await firstAcknowledgment(acknowledged);
			await setTimeout(Math.random() * MAX_LIFE_MS);
			await Promise.all(victims.map((victim) => stack.kill(victim)));
		} finally {
			offered += await offer.stop();
		}
		await stack.analytics();
		onCycle(cycle);
	}
	stack.endFaults();
	const { url } = await stack.site();
	const waiting = async (): Promise<string> =>
		/^ingest_queue_requests \d+$/m.exec(await textOf(`${url}/metrics`))?.[0] ?? "";
	const queued = () => eventFiles(stack.queueFolder);
	await expect
		.poll(async () => [await waiting(), await queued()], { timeout: 10 * PATIENCE_MS })
		.toEqual(["ingest_queue_requests 0", []]);
	const stored = await storedIds((await stack.analytics()).url);
	const unique = new Set(stored);
	return {
		offered,
		acknowledged: acknowledged.size,
		lost: [...acknowledged].filter((id) => !unique.has(id)).length,
		doubled: stored.length - unique.size,
		left: await queued(),
	};
}

async function createStack() {
	const folder = temporaryFolder();
	// No key: the site captures nothing of its own, and passes on what clients send.
	const siteFolder = await writeSiteFolder({
		"pages/index.md": "# Home\n",
		"site.yaml": 'analytics: { key: "" }\n',
	});
	let analytics: AnalyticsProcess | undefined;
	let site: RunningSite | undefined;
	const proxy = await startProxy(() => analytics?.url);
	const kill = async (victim: "site" | "analytics"): Promise<void> => {
		if (victim === "analytics") await analytics?.kill("SIGKILL");
		else if (site !== undefined) await killSite(site);
		if (victim === "analytics") analytics = undefined;
		else site = undefined;
	};
	onTestFinished(async () => void (await Promise.all([kill("site"), kill("analytics")])));
	return {
		kill,
		endFaults: proxy.endFaults,
		queueFolder: join(folder, "site/event-queue"),
		async analytics() {
			analytics ??= await startAnalyticsProcess(join(folder, "analytics"), {
				LOG_LEVEL: "error",
				ANALYTICS_API_KEY: API_KEY,
			});
			return analytics;
		},
		async site() {
			site ??= await startSite({
				siteFolder,
				environment: {
					DATA_DIR: join(folder, "site"),
					ANALYTICS_UPSTREAM: proxy.url,
					TRUSTED_PROXIES: "loopback",
				},
			});
			return site;
		},
	};
}

async function killSite({ process: child }: RunningSite): Promise<void> {
	const exited = once(child, "exit");
	child.kill("SIGKILL");
	await exited;
}

/** Changes its fault all the time. */
async function startProxy(upstream: () => string | undefined) {
	let fault: Fault = "pass";
	const changing = setInterval(() => {
		fault = FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? "pass";
	}, FAULT_MS);
	const server = createServer((incoming, response) => {
		answer(fault, { incoming, response, url: upstream() });
	});
	const port = await listenForTest(server);
	onTestFinished(() => clearInterval(changing));
	return {
		url: `http://127.0.0.1:${port}`,
		endFaults: () => {
			clearInterval(changing);
			fault = "pass";
		},
	};
}

interface ProxiedRequest {
	readonly incoming: IncomingMessage;
	readonly response: ServerResponse;
	/** Of the service; `undefined` while it is dead. */
	readonly url: string | undefined;
}

function answer(fault: Fault, proxied: ProxiedRequest): void {
	const { response } = proxied;
	switch (fault) {
		case "200":
		case "401":
		case "404":
			response.writeHead(Number(fault), { "content-type": "text/html" }).end("<h1>A proxy</h1>");
			return;
		case "hang":
			return;
		case "reset":
			response.destroy();
			return;
		case "lost answer":
			passOn(proxied, () => response.destroy());
			return;
		case "slow":
			passOn(proxied, (send) => void setTimeout(Math.random() * MAX_DELAY_MS).then(send));
			return;
		case "pass":
			passOn(proxied, (send) => send());
	}
}

function passOn(
	{ incoming, response, url }: ProxiedRequest,
	whenAnswered: (send: () => void) => void,
): void {
	if (url === undefined) {
		response.writeHead(502).end("Nothing listens");
		return;
	}
	const { method, headers } = incoming;
	const outgoing = request(`${url}${incoming.url}`, { method, headers }, (stored) => {
		whenAnswered(() => {
			response.writeHead(stored.statusCode ?? 502, stored.headers);
			stored.pipe(response);
		});
	});
	outgoing.on("error", () => response.destroy());
	incoming.pipe(outgoing);
}

/** About half of the events have no id of their own, and get one from the request. */
async function send(url: string, acknowledged: Set<string>): Promise<void> {
	const id = crypto.randomUUID();
	const event = {
		event: "$pageview",
		...(Number.parseInt(id[0] ?? "", 16) % 2 === 0 ? { uuid: crypto.randomUUID() } : {}),
		properties: { token: PROJECT_KEY, distinct_id: id, $current_url: "https://site.example/" },
	};
	const headers = { "user-agent": CHROME, "x-forwarded-for": "203.0.113.7" };
	try {
		const signal = AbortSignal.timeout(PATIENCE_MS);
		const body = JSON.stringify(event);
		const response = await fetch(url, { method: "POST", headers, body, signal });
		if (response.status === 200) acknowledged.add(id);
	} catch {
		// Killed before it answered: nothing was promised.
	}
}

async function storedIds(url: string): Promise<readonly string[]> {
	const headers = { authorization: `Bearer ${API_KEY}` };
	const text = await textOf(`${url}/api/v1/export/events.jsonl`, headers);
	const lines = text.split("\n").filter((line) => line !== "");
	return lines.map((line) => String(JSON.parse(line).distinct_id));
}

async function textOf(url: string, headers: Record<string, string> = {}): Promise<string> {
	return (await fetch(url, { headers })).text();
}

async function eventFiles(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter((name) => name.includes(".event"));
}
