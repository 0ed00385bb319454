import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStack, type Stack } from "./support/create-stack.ts";
import { EngineProcess } from "./support/engine-process.ts";
import { type LoadResult, underLoad } from "./support/generate-load.ts";
import { runDocker } from "./support/run-docker.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

/** Fewer for a run by hand. */
const DISTURBED_SECONDS = Number(process.env["DISTURBED_SECONDS"] ?? 60);

const CALM_MS = 10_000;

const DISTURBANCES = [
	["kill", "start"],
	["stop", "start"],
	["pause", "unpause"],
] as const;

const TARGETS = [
	["a replica", "site", 0],
	["the other replica", "site", 1],
	["analytics", "analytics", 0],
	["Caddy", "caddy", 0],
] as const;

test.each(
	TARGETS,
)("%s, killed, stopped and frozen, costs no visitor a page where another one answers, and no acknowledged event", async (name, service, index) => {
	const run = await startDisturbed();
	const container = (await run.stack.compose("ps", "--quiet", service)).split("\n")[index];
	const results: LoadResult[] = [];
	for (const [begin, end] of DISTURBANCES) {
		const result = await run.disturb(`${begin} ${name}`, async () => {
			await runDocker([begin, String(container)]);
			await delay(DISTURBED_SECONDS * 1000);
			await runDocker([end, String(container)]);
		});
		// There is one Caddy: while it is away, nothing else can answer. What counts is how it comes back.
		const after = () => run.disturb(`nothing after ${begin} ${name}`, () => delay(CALM_MS));
		results.push(service === "caddy" ? await after() : result);
	}

	expectAlmostNoneFailed(results);
	await run.expectAllStored();
});

/** For a machine where nothing else needs the engine. */
const mayDisturbEngine = process.env["DISTURB_ENGINE"] === "1";

test.runIf(mayDisturbEngine)(
	"an engine, killed, stopped and frozen, brings back two installations, and no acknowledged event is lost",
	async () => {
		const engine = new EngineProcess();
		const other = await createStack();
		await other.compose("up", "--detach", "--wait");
		const run = await startDisturbed();
		const results: LoadResult[] = [];
		for (const [begin, end] of DISTURBANCES) {
			const result = await run.disturb(`${begin} the engine`, async () => {
				await engine.tell(begin);
				await delay(DISTURBED_SECONDS * 1000);
				await engine.tell(end);
			});
			results.push(result);
			await expect.poll(() => healthOf(other).catch(String)).toBe("healthy\nhealthy\nhealthy");
		}

		// Containers go on below an engine that is frozen, and begin anew with one that is started.
		expectAlmostNoneFailed(results.slice(-1));
		await run.expectAllStored();
	},
);

function expectAlmostNoneFailed(results: readonly LoadResult[]): void {
	const requests = results.reduce((sum, result) => sum + result.requests, 0);
	const failed = results.flatMap(({ failures }) => failures);
	expect(requests).toBeGreaterThan(results.reduce((sum, { seconds }) => sum + seconds, 0) * 90);
	expect(failed.length, failed.slice(0, 5).join()).toBeLessThanOrEqual(requests / 1000);
}

interface DisturbedRun {
	readonly stack: Stack;
	/** Asks for pages and sends events until something is done and all is healthy, and reports what came of it. */
	readonly disturb: (name: string, work: () => Promise<unknown>) => Promise<LoadResult>;
	/** Each event that was acknowledged is there, and none of them twice. */
	readonly expectAllStored: () => Promise<void>;
}

async function startDisturbed(): Promise<DisturbedRun> {
	const stack = await createStack({
		environment: { ANALYTICS_API_KEY: API_KEY, SITE_REPLICAS: "2", LOG_LEVEL: "warn" },
	});
	await stack.compose("up", "--detach", "--wait");
	const authority = await stack.authority();
	const healthy = await healthOf(stack);
	const acknowledged: string[] = [];
	const load = {
		url: stack.siteUrl,
		authority,
		address: stack.publicAddress,
		requestsPerSecond: 100,
		paths: ["/", "/guide"],
	};
	return {
		stack,
		disturb: async (name, work) => {
			const before = acknowledged.length;
			let sent = 0;
			const result = await underLoad(name, load, async () => {
				const events = sendEvents(stack, authority, acknowledged);
				await work();
				await expect.poll(() => healthOf(stack).catch(String)).toBe(healthy);
				sent = await events.stop();
			});
			const count = acknowledged.length - before;
			console.log(`figures: ${name}: ${count} of ${sent} events acknowledged`);
			return result;
		},
		expectAllStored: async () => {
			await expect
				.poll(async () => {
					const stored = new Set(await storedUuids(stack));
					return acknowledged.filter((uuid) => !stored.has(uuid)).length;
				})
				.toBe(0);
			const stored = await storedUuids(stack);
			expect(new Set(stored).size).toBe(stored.length);
			console.log(`figures: of ${acknowledged.length} acknowledged events, 0 lost, 0 twice`);
		},
	};
}

function healthOf(stack: Stack): Promise<string> {
	return stack.compose("ps", "--format", "{{.Health}}", "site", "analytics", "caddy");
}

/** Fifty a second, each by a visitor that does not wait for the others. */
function sendEvents(stack: Stack, authority: string, acknowledged: string[]) {
	const address = stack.publicAddress;
	const pending = new Set<Promise<void>>();
	const startedAt = performance.now();
	let sent = 0;
	const send = (): void => {
		sent += 1;
		const uuid = randomUUID();
		const one = sendEvent(stack, { uuid, event: "sent" }, { authority, address })
			.then((status) => {
				if (status === 200) acknowledged.push(uuid);
			})
			.finally(() => pending.delete(one));
		pending.add(one);
	};
	// A timer that comes late has more to send.
	const timer = setInterval(() => {
		const due = Math.floor(((performance.now() - startedAt) / 1000) * 50) - sent;
		for (let count = 0; count < due; count += 1) send();
	}, 20);
	return {
		/** @returns How many were sent. */
		stop: async (): Promise<number> => {
			clearInterval(timer);
			await Promise.all(pending);
			return sent;
		},
	};
}

async function storedUuids(stack: Stack): Promise<readonly string[]> {
	return (await storedEvents(stack)).map(({ uuid }) => uuid);
}
