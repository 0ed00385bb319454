import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { spawnAnalytics, startAnalyticsProcess } from "../support/analytics-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pageView } from "../support/visitor.ts";

test("every wrong variable gets a line of its own, and the exit code is 1", async () => {
	const { child, output } = spawnAnalytics({
		ANALYTICS_PORT: "eighty",
		ANALYTICS_RETENTION_DAYS: "0",
		ANALYTICS_PASSWORD: "short",
		POSTHOG_KEY: "phx_personal",
		TRUSTED_PROXIES: "everybody",
		LOG_LEVEL: "loud",
	});

	const [code] = await once(child, "close");

	const lines = output().trim().split("\n").toSorted();
	expect(code).toBe(1);
	expect(lines.map((line) => line.split(" ")[0])).toEqual([
		"ANALYTICS_PASSWORD",
		"ANALYTICS_PORT",
		"ANALYTICS_RETENTION_DAYS",
		"LOG_LEVEL",
		"POSTHOG_KEY",
		"TRUSTED_PROXIES",
	]);
	expect(output()).not.toContain("short");
});

test("SIGTERM writes what was accepted and leaves with exit code 0", async () => {
	const folder = temporaryFolder();
	const first = await startAnalyticsProcess(folder);
	const event = pageView("https://site.example/");
	await first.send(event);

	const code = await first.kill("SIGTERM");

	const second = await startAnalyticsProcess(folder);
	const repeat = await second.send(event);
	const metrics = await (await fetch(`${second.url}/metrics`)).text();
	await second.kill("SIGTERM");
	expect(code).toBe(0);
	expect(repeat.status).toBe(200);
	expect(metrics).toContain("analytics_events_repeated_total 1");
});

test("logs have neither addresses nor query strings", async () => {
	const service = await startAnalyticsProcess(temporaryFolder(), { LOG_LEVEL: "trace" });

	await fetch(`${service.url}/e/?data=s3cret&_=1`, {
		headers: { "x-forwarded-for": "203.0.113.7" },
	});
	await service.kill("SIGTERM");

	expect(service.output()).not.toContain("s3cret");
	expect(service.output()).not.toContain("203.0.113.7");
});

test("hostile bodies get their status, and the process keeps its memory", async () => {
	const service = await startAnalyticsProcess(temporaryFolder(), { LOG_LEVEL: "silent" });
	const manyKeys = `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(",")}}`;
	const attacks = [
		{ body: Buffer.alloc(100 * 1024 * 1024, "x"), status: 413 },
		{ body: Buffer.from(manyKeys), status: 400 },
		{ body: Buffer.from("[".repeat(1_000_000)), status: 400 },
	];
	await service.send({});
	const before = await residentBytes(service.url);

	const statuses: number[] = [];
	for (const { body } of attacks) statuses.push(await statusOf(`${service.url}/e/`, body));

	expect(statuses).toEqual(attacks.map(({ status }) => status));
	// What was discarded counts until the engine collects it.
	const grown = async () => (await residentBytes(service.url)) - before;
	await expect.poll(grown).toBeLessThan(100 * 1024 * 1024);
	expect(await service.kill("SIGTERM")).toBe(0);
});

/** What the service says when its event loop is late; one without room for a body says more. */
const SHED_FOR_MS = 2000;

/**
 * `fetch` gives up when the answer comes before the body is through; a bare request does not.
 * Where the server closes while we still write, the answer can be lost with the connection:
 * then we ask again, as a client would. So we do where a busy machine makes the service turn us away.
 */
async function statusOf(url: string, body: Buffer, attempts = 5): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const outgoing = request(url, { method: "POST" }, (response) => {
		response.resume();
		const { statusCode = 0, headers } = response;
		const isShed = statusCode === 503 && headers["retry-after"] === String(SHED_FOR_MS / 1000);
		if (!isShed || attempts === 1) return resolve(statusCode);
		resolve(delay(SHED_FOR_MS).then(() => statusOf(url, body, attempts - 1)));
	});
	outgoing.on("error", (error) => {
		if (attempts > 1) resolve(statusOf(url, body, attempts - 1));
		else reject(error);
	});
	outgoing.end(body);
	return promise;
}

async function residentBytes(url: string): Promise<number> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1]);
}
