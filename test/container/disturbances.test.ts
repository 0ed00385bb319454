import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isLong, lengthsOf } from "../support/lengths.ts";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { type LoadResult, underLoad } from "./support/generate-load.ts";
import { runDocker } from "./support/run-docker.ts";

const API_KEY = "phx_of_the_container_test";
const { seconds } = lengthsOf("test/container/disturbances.test.ts");
/** Fewer for a run by hand. */
const DISTURBED_SECONDS = Number(process.env["DISTURBED_SECONDS"] ?? seconds);

const DISTURBANCES = [
	["kill", "start"],
	["stop", "start"],
	["pause", "unpause"],
] as const;

/** For minutes each: what the short run has of this is in the files beside. */
test.runIf(isLong)(
	"killed, stopped or frozen services cost no visitor a page where another one answers, and lose no acknowledged event",
	async () => {
		const stack = await createStack({
			environment: { ANALYTICS_API_KEY: API_KEY, SITE_REPLICAS: "2", LOG_LEVEL: "warn" },
			...(process.env["NAME_SERVER"] === "lying" ? { nameServer: "lying" as const } : {}),
		});
		await stack.compose("up", "--detach", "--wait");
		const authority = await stack.authority();
		const replicas = (await stack.compose("ps", "--quiet", "site")).split("\n");
		const analytics = await stack.containerOf("analytics");
		const caddy = await stack.containerOf("caddy");
		const acknowledged: string[] = [];
		const load = { url: stack.siteUrl, authority, requestsPerSecond: 100, paths: ["/", "/guide"] };

		const disturb = async (name: string, work: () => Promise<unknown>): Promise<LoadResult> => {
			const before = acknowledged.length;
			const result = await underLoad(load, async () => {
				const events = sendEvents(stack, authority, acknowledged);
				await work();
				await events.stop();
			});
			console.log(
				`figures: ${name} for ${DISTURBED_SECONDS} s: ${result.requests} GETs, ${result.failures.length} failed, ` +
					`longest ${result.maxMs} ms; ${acknowledged.length - before} events acknowledged`,
			);
			return result;
		};
		let requests = 0;
		const failures: string[] = [];
		for (const [name, container] of [
			["the first replica", replicas[0]],
			["the second replica", replicas[1]],
			["analytics", analytics],
			["Caddy", caddy],
		] as const) {
			for (const [begin, end] of DISTURBANCES) {
				const result = await disturb(`${begin} ${name}`, async () => {
					await runDocker([begin, String(container)]);
					await delay(DISTURBED_SECONDS * 1000);
					await runDocker([end, String(container)]);
					await expect.poll(() => healthOf(String(container))).toBe("healthy");
				});
				if (container === caddy) continue;
				requests += result.requests;
				failures.push(...result.failures);
			}
		}
		const restart = process.env["RESTART_ENGINE"];
		if (restart !== undefined) {
			await disturb("restart of the engine", async () => {
				await promisify(execFile)("sh", ["-c", restart]);
				const health = (): Promise<string> =>
					stack.compose("ps", "--format", "{{.Health}}").catch(() => "");
				await expect.poll(health).toMatch(/^healthy(\nhealthy){4}$/);
			});
		}

		console.log(
			`figures: where another one answers: ${failures.length} of ${requests} GETs failed`,
		);
		expect(failures.length).toBeLessThanOrEqual(requests / 1000);
		await expect
			.poll(async () => {
				const stored = new Set(await storedUuids(stack, authority));
				return acknowledged.filter((uuid) => !stored.has(uuid)).length;
			})
			.toBe(0);
		const stored = await storedUuids(stack, authority);
		expect(new Set(stored).size).toBe(stored.length);
	},
);

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
