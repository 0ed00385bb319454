import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { hideAutomation } from "../support/client-page.ts";
import { hydrated } from "../support/hydrated.ts";
import { CHROME } from "../support/visitor.ts";
import { type AskOptions, ask, statusOverHttp2 } from "./support/ask.ts";
import { codeThatSends } from "./support/code-that-sends.ts";
import { prepareStack, type Stack } from "./support/create-stack.ts";
import { expectConfined } from "./support/expect-confined.ts";
import { healthOf } from "./support/health-of.ts";
import { memoryOf } from "./support/memory-of.ts";
import { runDocker } from "./support/run-docker.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const SERVICES = ["site", "analytics", "caddy"] as const;

let stack: Stack;
let authority: string;

beforeAll(async () => {
	stack = await prepareStack({ environment: { ANALYTICS_API_KEY: API_KEY, LOG_LEVEL: "debug" } });
	await stack.compose("up", "--detach", "--wait");
	authority = await stack.authority();
});

afterAll(() => stack?.remove());

// Stands first: nothing has been asked yet.
test("at rest, each service is small", async () => {
	const [site = 0, analytics = 0, caddy = 0] = await memoryOf(stack, SERVICES);

	console.log(`figures: MB at rest: site ${site}, analytics ${analytics}, caddy ${caddy}`);
	// Less is a misreading.
	expect(Math.min(site, analytics, caddy)).toBeGreaterThan(5);
	expect(site).toBeLessThan(130);
	expect(analytics).toBeLessThan(100);
});

describe("what visitors get", () => {
	test("a page over HTTP/2 with the headers of the site, HTTP/3 on offer, and TLS insisted on", async () => {
		const { status, headers } = await askSite("/", { headers: { "accept-encoding": "br" } });

		expect([status, await statusOverHttp2(stack.siteUrl, authority)]).toEqual([200, 200]);
		expect(headers).toMatchObject({
			"alt-svc": expect.stringContaining(`h3=":${new URL(stack.siteUrl).port}"`),
			"strict-transport-security": "max-age=31536000",
			"content-security-policy": expect.stringContaining("default-src 'none'"),
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
			"cache-control": "no-cache",
			"content-encoding": "br",
			etag: expect.any(String),
		});
		expect(headers).not.toHaveProperty("server");
		expect(headers).not.toHaveProperty("via");
	});

	test("one id and one trace name a request in every log that it passes through", async () => {
		const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
		const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
		const body = JSON.stringify({ api_key: "phc_loggia", event: "traced", distinct_id: "one" });
		const { status } = await askSite("/ingest/e/?compression=none", {
			method: "POST",
			headers: { "content-type": "application/json", traceparent },
			body,
		});

		const linesOf = async (service: string): Promise<readonly Record<string, unknown>[]> => {
			const log = await stack.compose("logs", "--no-log-prefix", service);
			const lines = log.split("\n").filter((line) => line.startsWith("{"));
			return lines.map((line) => JSON.parse(line));
		};
		const traced = async (service: string): Promise<unknown> => {
			const lines = await linesOf(service);
			return lines.find((line) => line["traceId"] === traceId && line["msg"] === "Answered")?.[
				"reqId"
			];
		};
		await expect.poll(() => traced("site")).toBeDefined();
		const id = await traced("site");

		expect(status).toBe(200);
		expect(await traced("analytics")).toBe(id);
		const asked = async () => (await linesOf("caddy")).map((line) => line["request_id"]);
		await expect.poll(asked).toContain(id);
	});

	test("who comes without TLS is sent to the same page with it", async () => {
		const { status, headers } = await ask(`${stack.httpUrl}/guide?q=age`);

		expect(status).toBe(308);
		expect(headers.location).toBe(`${stack.siteUrl}/guide?q=age`);
	});

	test("probes and measurements are not for the public", async () => {
		for (const path of ["/healthz", "/readyz", "/metrics"]) {
			const answers = [
				await askSite(path),
				await askDashboard(path),
				await askSite(`/ingest${path}`),
			];

			expect(
				answers.map(({ status }) => status),
				path,
			).toEqual([404, 404, 404]);
		}
	});

	test("a page that is saved is live within two seconds", async () => {
		const text = `Saved at ${performance.now()}`;
		await writeFile(join(stack.siteFolder, "pages/guide.md"), `# Guide\n\n${text}\n`);

		await expect.poll(async () => (await askSite("/guide")).body.toString()).toContain(text);
		expect((await askSite("/guide.md")).body.toString()).toContain(text);
	});

	test("a visit in a browser is an event in the store", async ({ openPage }) => {
		const { page, faults } = await openPage({ ignoreHTTPSErrors: true, userAgent: CHROME });
		await hideAutomation(page);
		// Networks of other stacks come and go, and Chromium then gives up what it was loading.
		faults.allow(/ERR_NETWORK_CHANGED/);

		const visit = async (): Promise<boolean> => {
			await page.goto(`${stack.siteUrl}/guide`);
			await hydrated(page);
			return true;
		};
		await expect.poll(visit).toBe(true);

		await expect
			.poll(async () => (await storedEvents(stack)).map(({ event }) => event))
			.toContain("$pageview");
		const [view] = (await storedEvents(stack)).filter(({ event }) => event === "$pageview");
		expect(view?.properties["$current_url"]).toBe(`${stack.siteUrl}/guide`);
	});
});

describe("the dashboard", () => {
	test("accepts the password that the first start printed, and shows visits", async ({
		openPage,
	}) => {
		const log = await stack.compose("logs", "--no-log-prefix", "analytics");
		const said = [...log.matchAll(/"password":"([^"]+)"/g)].map(([, password = ""]) => password);
		const { page, faults } = await openPage({ ignoreHTTPSErrors: true });
		faults.allow(/status of 401/);
		// Networks of other stacks come and go, and Chromium then gives up what it was asking.
		faults.allow(/ERR_NETWORK_CHANGED/);

		const signIn = async (): Promise<boolean> => {
			await page.goto(stack.analyticsUrl);
			const visits = page.getByText("/guide").first();
			const password = page.getByLabel(/password/i);
			await password.or(visits).waitFor({ timeout: 10_000 });
			if (await password.isVisible()) {
				await password.fill(String(said[0]));
				await page.keyboard.press("Enter");
			}
			await visits.waitFor({ timeout: 10_000 });
			return true;
		};
		await expect.poll(signIn).toBe(true);

		const cookies = await page.context().cookies();
		expect(said).toHaveLength(1);
		expect(cookies).toMatchObject([{ secure: true, httpOnly: true, sameSite: "Strict" }]);
	});
});

describe("the files of a build", () => {
	test("are sent in each coding as they were compressed once", async () => {
		const [path = ""] = await assets();

		for (const coding of ["br", "zstd", "gzip", "identity"]) {
			const { status, headers } = await askSite(path, { headers: { "accept-encoding": coding } });

			expect([status, headers["content-encoding"] ?? "identity"]).toEqual([200, coding]);
			expect(headers).toMatchObject({
				"cache-control": "public, max-age=31536000, immutable",
				"content-type": expect.stringMatching(/^text\/(?:javascript|css); charset=utf-8$/),
				"x-content-type-options": "nosniff",
				vary: "Accept-Encoding",
			});
		}
	});

	test("are there while the site is not", async () => {
		const paths = await assets();
		await stack.compose("stop", "site");
		onTestFinished(async () => void (await stack.compose("up", "--detach", "--wait")));

		const answers = await Promise.all(paths.map((path) => askSite(path)));

		expect(answers.length).toBeGreaterThan(1);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	});

	test("have no address of their own for each coding, and no source maps: what is missing is so in plain text", async () => {
		const [path = ""] = await assets();

		for (const suffix of [".br", ".gz", ".zst", ".map"]) {
			expect([suffix, (await askSite(path + suffix)).status]).toEqual([suffix, 404]);
		}
		const { status, headers } = await askSite(`${path}.none.js`);
		expect(status).toBe(404);
		expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
		expect(headers["cache-control"]).toBe("no-store");
	});
});

describe("who asks", () => {
	test("cannot claim another address", async () => {
		const headers = { "x-forwarded-for": "203.0.113.77", "content-type": "application/json" };
		const send = (distinctId: string, more: object): Promise<unknown> =>
			askSite("/ingest/e/", {
				method: "POST",
				headers: { ...headers, ...more },
				body: JSON.stringify({
					api_key: "phc_loggia",
					event: "asked",
					distinct_id: distinctId,
					properties: { $process_person_profile: false },
				}),
			});

		await send("one", {});
		await send("two", { "x-forwarded-for": "198.51.100.12", forwarded: "for=198.51.100.12" });

		// Visitors are told apart by a hash of their address: two addresses would be two visitors.
		const asked = (await storedEvents(stack)).filter(({ event }) => event === "asked");
		expect(asked).toHaveLength(2);
		const log = await stack.compose("logs", "--no-log-prefix");
		expect(log).not.toContain("203.0.113.77");
	});

	test("is in no log, nor what they searched for", async () => {
		await askSite("/guide?q=s3cret");
		await askSite("/healthz?q=s3cret");
		await askSite("/next");

		const readLog = () => stack.compose("logs", "--no-log-prefix", "caddy", "site");
		await expect.poll(readLog).toContain('"path":"/next"');
		await expect.poll(readLog).toContain('"path":"/healthz"');
		const log = await readLog();
		expect(log).toContain('"path":"/guide"');
		expect(log).not.toContain("s3cret");
		expect(log).not.toMatch(/remote_ip|client_ip|user-agent/i);
	});
});

describe("each container", () => {
	test.for(SERVICES)("%s is healthy, and holds no more than it needs", async (service) => {
		// The tests before this one restarted some of them.
		await expect.poll(() => healthOf(stack, service)).toBe("healthy");

		await expectConfined(stack, service);
	});

	test.for(SERVICES)("%s that is killed comes back, and the rest goes on", async (service) => {
		const container = await stack.containerOf(service);

		const took = () => "It took the killer with it";
		await stack.evaluateIn(service, codeThatSends("SIGKILL")).catch(took);

		await expect
			.poll(() => runDocker(["inspect", "--format", "{{.RestartCount}}", container]))
			.not.toBe("0");
		await expect.poll(() => healthOf(stack, service)).toBe("healthy");
		await expect.poll(async () => (await askSite("/")).status).toBe(200);
		expect((await storedEvents(stack)).length).toBeGreaterThan(0);
	});
});

// Stands last: by now, everything that containers do has been done.
test("no foreign name was ever asked for, and no packet found a way out", async () => {
	const asked = await stack.compose("logs", "--no-log-prefix", "resolver");
	const code = `fetch("http://192.0.2.1/", { signal: AbortSignal.timeout(1000) }).then(() => "out", () => "cut off").then((word) => process.stdout.write(word, () => process.exit()))`;

	const names = asked.split("\n").filter((name) => name !== "");
	expect(names.filter((name) => !["site", "analytics"].includes(name))).toEqual([]);
	expect(await stack.evaluateIn("caddy", code)).toBe("cut off");
	expect(await stack.evaluateIn("site", code)).toBe("cut off");
});

function askSite(path: string, options: AskOptions = {}): ReturnType<typeof ask> {
	return ask(`${stack.siteUrl}${path}`, { authority, ...options });
}

function askDashboard(path: string, options: AskOptions = {}): ReturnType<typeof ask> {
	return ask(`${stack.analyticsUrl}${path}`, { authority, ...options });
}

/** What the first page names. */
async function assets(): Promise<readonly string[]> {
	const { body } = await askSite("/");
	return [...body.toString().matchAll(/"(\/_nuxt\/[\w.-]+\.(?:js|css))"/g)].map(
		([, path = ""]) => path,
	);
}
