import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { prepareStack, type Stack } from "./support/create-stack.ts";
import { type LoadResult, underLoad } from "./support/generate-load.ts";
import { memoryOf } from "./support/memory-of.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { runDocker } from "./support/run-docker.ts";
import { API_KEY } from "./support/stored-events.ts";

const RESTARTS = 20;
const REQUESTS_PER_SECOND = 500;

let stack: Stack;
let authority: string;

beforeAll(async () => {
	stack = await prepareStack({
		environment: { ANALYTICS_API_KEY: API_KEY, LOG_LEVEL: "warn" },
		override: PATIENT_CADDY,
	});
	await stack.compose("up", "--detach", "--wait");
	authority = await stack.authority();
});

afterAll(() => stack?.remove());

// That no acknowledged event is lost: `event-queue/kill.test.ts`; that a new image costs no visitor a page: `operator.test.ts`.
test(`no visitor fails while the site restarts ${RESTARTS} times`, async () => {
	const result = await visit(`site restarted ${RESTARTS} times`, async () => {
		for (let restart = 1; restart <= RESTARTS; restart += 1) {
			await stack.compose("restart", "site");
			// Caddy waits with this one until the site is there again.
			await statusOf("/");
			await delay(500);
		}
	});

	expectNoneFailed(result);
});

test("no visitor fails while the site grows to three and shrinks to one", async () => {
	const result = await visit("site scaled 1 → 3 → 1", async () => {
		await scaleSite(3);
		await delay(2_000);
		await scaleSite(1);
		await delay(1_000);
	});

	expectNoneFailed(result);
});

test("each service keeps to its memory", async () => {
	const services = ["site", "analytics", "caddy"];

	const [site = 0, analytics = 0, caddy = 0] = await memoryOf(stack, services);

	console.log(`figures: MB after load: site ${site}, analytics ${analytics}, caddy ${caddy}`);
	expect(site).toBeLessThan(300);
	expect(analytics).toBeLessThan(200);
	// What Caddy plans with, the program itself, and its health check.
	expect(caddy).toBeLessThan(420);
	expect(await Promise.all(services.map(wasKilledForMemory))).toEqual([false, false, false]);
});

function visit(name: string, work: () => Promise<unknown>): Promise<LoadResult> {
	const paths = ["/", "/guide"];
	const load = { url: stack.siteUrl, authority, requestsPerSecond: REQUESTS_PER_SECOND, paths };
	return underLoad(name, load, work);
}

function expectNoneFailed({ failures, assetsSeen }: LoadResult): void {
	expect(failures).toEqual([]);
	expect(assetsSeen).toBeGreaterThan(1);
}

function scaleSite(count: number): Promise<string> {
	const words = ["--detach", "--no-recreate", "--wait", "--scale", `site=${count}`];
	return stack.compose("up", ...words);
}

async function statusOf(path: string): Promise<number> {
	return (await ask(`${stack.siteUrl}${path}`, { authority })).status;
}

async function wasKilledForMemory(service: string): Promise<boolean> {
	const container = await stack.containerOf(service);
	return (await runDocker(["inspect", "--format", "{{.State.OOMKilled}}", container])) === "true";
}
