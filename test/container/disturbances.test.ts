import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { lengthsOf } from "../support/lengths.ts";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { underLoad } from "./support/generate-load.ts";
import { runDocker } from "./support/run-docker.ts";

const API_KEY = "phx_of_the_container_test";
const { seconds: DISTURBED_SECONDS } = lengthsOf("test/container/disturbances.test.ts");
const LONG = { timeout: 120_000, interval: 500 };

test("killed, stopped or frozen services cost no visitor a page, and lose no acknowledged event", async () => {
	const stack = await createStack({
		environment: { ANALYTICS_API_KEY: API_KEY, SITE_REPLICAS: "2", LOG_LEVEL: "warn" },
	});
	await stack.compose("up", "--detach", "--wait");
	const authority = await stack.authority();
	const [replica = ""] = (await stack.compose("ps", "--quiet", "site")).split("\n");
	const analytics = await stack.containerOf("analytics");
	const acknowledged: string[] = [];

	const load = { url: stack.siteUrl, authority, requestsPerSecond: 100, paths: ["/", "/guide"] };
	const result = await underLoad(load, async () => {
		const events = sendEvents(stack, authority, acknowledged);
		for (const container of [replica, analytics]) {
			for (const [begin, end] of [
				["kill", "start"],
				["stop", "start"],
				["pause", "unpause"],
			] as const) {
				await runDocker([begin, container]);
				await delay(DISTURBED_SECONDS * 1000);
				await runDocker([end, container]);
				await expect.poll(() => healthOf(container), LONG).toBe("healthy");
			}
		}
		await events.stop();
	});

	console.log(
		`figures: six disturbances of ${DISTURBED_SECONDS} s: ${result.requests} requests, ` +
			`${result.failures.length} failed, longest ${result.maxMs} ms; ${acknowledged.length} events acknowledged`,
	);
	expect(result.failures.length).toBeLessThanOrEqual(result.requests / 1000);
	await expect
		.poll(async () => {
			const stored = await storedUuids(stack, authority);
			return acknowledged.filter((uuid) => !stored.includes(uuid)).length;
		}, LONG)
		.toBe(0);
	const stored = await storedUuids(stack, authority);
	expect(new Set(stored).size).toBe(stored.length);
});

/** Fifty a second, each by a visitor that does not wait for the others. */
function sendEvents(stack: Stack, authority: string, acknowledged: string[]) {
	const pending = new Set<Promise<void>>();
	const timer = setInterval(() => {
		const uuid = randomUUID();
		const event = { uuid, event: "sent", distinct_id: "one", api_key: "phc_loggia" };
		const one = ask(`${stack.siteUrl}/ingest/e/`, {
			method: "POST",
			authority,
			headers: { "content-type": "application/json" },
			body: JSON.stringify(event),
		})
			.then(({ status }) => {
				if (status === 200) acknowledged.push(uuid);
			})
			// A connection that breaks is no acknowledgment.
			.catch(() => undefined)
			.finally(() => pending.delete(one));
		pending.add(one);
	}, 20);
	return {
		stop: async (): Promise<void> => {
			clearInterval(timer);
			await Promise.all(pending);
		},
	};
}

function healthOf(container: string): Promise<string> {
	return runDocker(["inspect", "--format", "{{.State.Health.Status}}", container]);
}

async function storedUuids(stack: Stack, authority: string): Promise<readonly string[]> {
	const { body } = await ask(`${stack.analyticsUrl}/api/v1/export/events.jsonl`, {
		authority,
		headers: { authorization: `Bearer ${API_KEY}` },
	});
	const lines = body.toString().split("\n");
	return lines.filter((line) => line !== "").map((line) => String(JSON.parse(line).uuid));
}
