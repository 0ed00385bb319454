import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type AnalyticsProcess, startAnalyticsProcess } from "../../support/analytics-process.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { firstAcknowledgment, startOffering } from "../../support/kill-cycles.ts";
import { isLong, lengthsOf } from "../../support/lengths.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type RunningSite, startSite } from "../../support/start-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { CHROME } from "../../support/visitor.ts";

const { cycles } = lengthsOf("test/server/event-queue/kill.test.ts");

const VICTIMS = [["site"], ["analytics"], ["site", "analytics"]] as const;

const API_KEY = "phx_of_the_kill_cycles";
const FAULT_MS = 250;
const OFFER = { eventsPerSecond: 50, batchSizes: [] };
const MAX_LIFE_MS = 1_500;
const MAX_DELAY_MS = 4_500;

test(`${cycles} kills of the site, analytics and both, with every fault between them, lose and double no event`, async () => {
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
		if (isLong && cycle % 25 === 24) console.log(`${cycle + 1} cycles`);
	}
	stack.endFaults();
	const { url } = await stack.site();
	const waiting = async (): Promise<string> =>
		/^ingest_queue_requests \d+$/m.exec(await textOf(`${url}/metrics`))?.[0] ?? "";
	await expect
		.poll(async () => [await waiting(), await eventFiles(stack.queueFolder)], {
			timeout: 10 * PATIENCE_MS,
		})
		.toEqual(["ingest_queue_requests 0", []]);
	const stored = await storedIds((await stack.analytics()).url);
	const unique = new Set(stored);

	// The report is what the long form is run for.
	if (isLong) console.log({ offered, acknowledged: acknowledged.size, stored: stored.length });
	expect(acknowledged.size).toBeGreaterThanOrEqual(cycles);
	expect([...acknowledged].filter((id) => !unique.has(id))).toEqual([]);
	expect(stored.length).toBe(unique.size);
});

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

/** Answers in another way all the time. */
async function startProxy(upstream: () => string | undefined) {
	let answer: Answer = pass;
	const changing = setInterval(() => {
		answer = ANSWERS[Math.floor(Math.random() * ANSWERS.length)] ?? pass;
	}, FAULT_MS);
	const server = createServer((incoming, response) => {
		answer({ incoming, response, url: upstream() });
	});
	const port = await listenForTest(server);
	onTestFinished(() => clearInterval(changing));
	return {
		url: `http://127.0.0.1:${port}`,
		endFaults: () => {
			clearInterval(changing);
			answer = pass;
		},
	};
}

interface ProxiedRequest {
	readonly incoming: IncomingMessage;
	readonly response: ServerResponse;
	/** Of the service; `undefined` while it is dead. */
	readonly url: string | undefined;
}

type Answer = (proxied: ProxiedRequest) => unknown;

const pass: Answer = (proxied) => passOn(proxied, (send) => send());

/** What the proxy between the services does with a request. */
const ANSWERS: readonly Answer[] = [
	...[pass, pass],
	...[200, 401, 404].map(
		(status): Answer =>
			({ response }) =>
				response.writeHead(status, { "content-type": "text/html" }).end("<h1>A proxy</h1>"),
	),
	// It hangs.
	() => undefined,
	({ response }) => response.destroy(),
	// The service stores the events, and its answer is lost.
	(proxied) => passOn(proxied, () => proxied.response.destroy()),
	// Some answers are later than the site waits.
	(proxied) => passOn(proxied, (send) => void setTimeout(Math.random() * MAX_DELAY_MS).then(send)),
];

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
