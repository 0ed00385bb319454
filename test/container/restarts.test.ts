import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { ask } from "./support/ask.ts";
import { prepareStack, type Stack } from "./support/create-stack.ts";
import { type LoadResult, underLoad } from "./support/generate-load.ts";
import { memoryOf } from "./support/memory-of.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const RESTARTS = 20;
const REQUESTS_PER_SECOND = 500;
const ROOT = join(import.meta.dirname, "../..");

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

test(`no visitor fails while the site restarts ${RESTARTS} times`, async () => {
	const result = await visit(async () => {
		for (let restart = 1; restart <= RESTARTS; restart += 1) {
			await stack.compose("restart", "site");
			// Caddy waits with this one until the site is there again.
			await statusOf("/");
			await delay(500);
		}
	});

	report(`site restarted ${RESTARTS} times`, result);
	expectNoneFailed(result);
});

test("no visitor fails while the site grows to three and shrinks to one", async () => {
	const result = await visit(async () => {
		await scaleSite(3);
		await delay(2_000);
		await scaleSite(1);
		await delay(1_000);
	});

	report("site scaled 1 → 3 → 1", result);
	expectNoneFailed(result);
});

test("no visitor fails while the image is replaced by a new build, and old scripts stay", async () => {
	const tag = await buildChangedImage();
	const old = await scriptsOf("/");

	const result = await visit(async () => {
		stack.useImages(tag);
		await stack.compose("up", "--detach", "--no-build", "--wait", "site");
		await delay(1_000);
	});

	report("image replaced", result);
	expectNoneFailed(result);
	const fresh = await scriptsOf("/");
	expect(fresh).not.toEqual(old);
	const statuses = await Promise.all([...old, ...fresh].map(statusOf));
	expect(statuses).toEqual(statuses.map(() => 200));
});

test("no event that was acknowledged is lost while analytics restarts", async () => {
	const acknowledged = new Set<string>();
	const over = new AbortController();
	const sending = Array.from({ length: 8 }, async () => {
		while (!over.signal.aborted) {
			const uuid = randomUUID();
			if ((await sendEvent(stack, { uuid, event: "sent" }, { authority })) === 200)
				acknowledged.add(uuid);
			else await delay(50);
		}
	});

	const pages = await visit(async () => {
		for (let restart = 1; restart <= RESTARTS; restart += 1) {
			await stack.compose("restart", "analytics");
			const before = acknowledged.size;
			await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 50);
		}
	});
	over.abort();
	await Promise.all(sending);

	report(`analytics restarted ${RESTARTS} times, ${acknowledged.size} events`, pages);
	expect(acknowledged.size).toBeGreaterThan(100);
	// Some of them may still wait in the site's queue.
	await expect
		.poll(async () => {
			const stored = await storedUuids();
			return [...acknowledged].filter((uuid) => !stored.has(uuid));
		})
		.toEqual([]);
	expectNoneFailed(pages);
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

function visit(work: () => Promise<unknown>): Promise<LoadResult> {
	const paths = ["/", "/guide"];
	const load = { url: stack.siteUrl, authority, requestsPerSecond: REQUESTS_PER_SECOND, paths };
	return underLoad(load, work);
}

/** How long answers take depends on the machine: that is reported, and nothing fails for it. */
function expectNoneFailed({ failures, assetsSeen }: LoadResult): void {
	expect(failures).toEqual([]);
	expect(assetsSeen).toBeGreaterThan(1);
}

function report(name: string, { requests, failures, seconds, ...rest }: LoadResult): void {
	console.log(
		`figures: ${name}: ${requests} requests in ${seconds.toFixed(0)} s, ${failures.length} failed, ` +
			`p50 ${rest.p50Ms} ms, p99 ${rest.p99Ms} ms, longest ${rest.maxMs} ms`,
	);
}

function scaleSite(count: number): Promise<string> {
	const words = ["--detach", "--no-recreate", "--wait", "--scale", `site=${count}`];
	return stack.compose("up", ...words);
}

/** The same sources with one line more, as a new version would be. */
async function buildChangedImage(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-next-"));
	const tag = `${inject("imageTag")}-next`;
	onTestFinished(async () => {
		await rm(folder, { recursive: true, force: true });
		await tryDocker(["image", "rm", "--force", `loggia:${tag}`]);
	});
	const names = ["src", "scripts", "site", "Dockerfile", "Caddyfile", "LICENSE", ".dockerignore"];
	const files = [...names, ".npmrc", "package.json", "package-lock.json"];
	for (const name of files) await cp(join(ROOT, name), join(folder, name), { recursive: true });
	const page = join(folder, "src/app/client/browser-app.ts");
	const line = `\nif (typeof document !== "undefined") document.documentElement.dataset["next"] = "";\n`;
	await writeFile(page, (await readFile(page, "utf8")) + line);
	await runDocker(["build", "--target", "loggia", "--tag", `loggia:${tag}`, folder]);
	return tag;
}

async function scriptsOf(path: string): Promise<readonly string[]> {
	const { body } = await ask(`${stack.siteUrl}${path}`, { authority });
	return [...body.toString().matchAll(/"(\/_nuxt\/[\w.-]+\.js)"/g)].map(
		([, script = ""]) => script,
	);
}

async function statusOf(path: string): Promise<number> {
	return (await ask(`${stack.siteUrl}${path}`, { authority })).status;
}

async function storedUuids(): Promise<ReadonlySet<string>> {
	return new Set((await storedEvents(stack)).map(({ uuid }) => uuid));
}

async function wasKilledForMemory(service: string): Promise<boolean> {
	const container = await stack.containerOf(service);
	return (await runDocker(["inspect", "--format", "{{.State.OOMKilled}}", container])) === "true";
}
