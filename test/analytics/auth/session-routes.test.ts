import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { preparePassword } from "../../../src/analytics/auth/password.ts";
import { IDLE_MS, LIFETIME_MS } from "../../../src/analytics/auth/sessions.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import {
	dashboardBrowser,
	ownerBrowser,
	PASSWORD,
	setPassword,
} from "../../support/dashboard-browser.ts";
import { openFile } from "../../support/open-file.ts";

const STATS = "/api/v1/stats";
let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await setPassword(analytics.store);
});

describe("signing in", () => {
	test("the password opens the dashboard's API, by a cookie that no script can read", async () => {
		const browser = dashboardBrowser(analytics.service);

		const before = await browser.get(STATS);
		const response = await browser.signIn();

		expect([before.statusCode, response.statusCode]).toEqual([401, 204]);
		expect(response.headers["set-cookie"]).toMatch(
			/^loggia=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
		);
		expect((await browser.get(STATS)).statusCode).toBe(200);
		expect(await browser.read("/api/session")).toMatchObject({
			signed_in: true,
			password_from: "dashboard",
		});
	});

	test("behind TLS the cookie is for secure connections and for this host alone", async () => {
		const { service } = analytics;
		const browser = dashboardBrowser(service, "127.0.0.1");
		const tls = { "x-forwarded-proto": "https" };

		const response = await browser.post("/api/session", { password: PASSWORD }, tls);

		expect(response.headers["set-cookie"]).toMatch(/^__Host-loggia=.*; Secure$/);
		expect((await browser.call({ url: STATS, headers: tls })).statusCode).toBe(200);
		expect((await browser.get(STATS)).statusCode).toBe(401);
	});

	test("the file has neither the password nor the token", async () => {
		const browser = dashboardBrowser(analytics.service);
		await browser.signIn();

		const database = openFile(analytics.path);
		const rows = JSON.stringify([
			database.prepare("SELECT * FROM users").all(),
			database.prepare("SELECT * FROM sign_ins").all(),
		]);

		expect(rows).not.toContain(PASSWORD);
		expect(rows).not.toContain(browser.cookie()?.split("=")[1]);
	});

	test.each([
		["a wrong password under another media type", "text/plain", '{"password":"x"}', 401],
		["a form", "application/x-www-form-urlencoded", "password=x", 400],
		["half of an object", "application/json", "{", 400],
		["a list", "application/json", "[]", 400],
		["a number as password", "application/json", '{"password":5}', 400],
		["a long password", "application/json", `{"password":"${"x".repeat(1_001)}"}`, 400],
		["a huge password", "application/json", `{"password":"${"x".repeat(9_000)}"}`, 413],
	])("%s is refused", async (_what, type, payload, status) => {
		const browser = dashboardBrowser(analytics.service);

		const response = await browser.call({
			method: "POST",
			url: "/api/session",
			payload,
			headers: { "content-type": type },
		});

		expect(response.statusCode).toBe(status);
	});
});

describe("wrong passwords", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["Date"] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test("ten of them are slowed down and logged, and the right one works a while later", async () => {
		const { service, logLines } = analytics;
		const browser = dashboardBrowser(service);

		const statuses: number[] = [];
		for (let count = 0; count < 10; count += 1) {
			statuses.push((await browser.signIn(`wrong ${count}`)).statusCode);
		}
		const right = await browser.signIn();
		vi.setSystemTime(Date.now() + 60_000);
		const later = await browser.signIn();

		expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
		expect(right.statusCode).toBe(429);
		expect(right.headers["retry-after"]).toBe("60");
		expect(later.statusCode).toBe(204);
		const log = logLines.join("");
		expect(logLines.filter((line) => line.split('"reqId"').length !== 2)).toEqual([]);
		expect(log.match(/A wrong password for the dashboard/g)).toHaveLength(5);
		expect(log.match(/Too many wrong passwords/g)).toHaveLength(6);
		expect(log).not.toContain("wrong 3");
		expect(log).not.toContain("198.51.100.7");
	});

	test("guesses under made-up addresses are slowed down, and the owner's network is not", async () => {
		const { service } = analytics;
		const owner = dashboardBrowser(service);
		await owner.signIn();
		const guess = (address: number) =>
			dashboardBrowser(service, "127.0.0.1").post(
				"/api/session",
				{ password: "wrong" },
				{ "x-forwarded-for": `203.0.113.${address}` },
			);

		const statuses: number[] = [];
		for (let address = 0; address < 40; address += 1) {
			statuses.push((await guess(address)).statusCode);
		}

		expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
		expect((await owner.signIn()).statusCode).toBe(204);
		vi.setSystemTime(Date.now() + 10 * 60_000);
		expect((await guess(41)).statusCode).toBe(401);
	});

	test("sent all at once they are still checked one by one, and the owner gets in from elsewhere", async () => {
		const others = dashboardBrowser(analytics.service, "203.0.113.66");
		const owner = dashboardBrowser(analytics.service, "198.51.100.7");

		const responses = await Promise.all(Array.from({ length: 30 }, () => others.signIn("wrong")));

		const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
		expect(statuses).toEqual([...Array(5).fill(401), ...Array(25).fill(429)]);
		expect((await others.signIn()).statusCode).toBe(429);
		expect((await owner.signIn()).statusCode).toBe(204);
	});
});

describe("sessions end", () => {
	test("after a week without a request", async () => {
		const browser = ownerBrowser(analytics);

		analytics.clock.now += IDLE_MS - 1;
		const before = await browser.get(STATS);
		analytics.clock.now += IDLE_MS;
		const after = await browser.get(STATS);

		expect([before.statusCode, after.statusCode]).toEqual([200, 401]);
	});

	test("after thirty days, however often it is used", async () => {
		const browser = ownerBrowser(analytics);
		const end = analytics.clock.now + LIFETIME_MS;

		const statuses: number[] = [];
		while (analytics.clock.now < end) {
			analytics.clock.now += IDLE_MS - 1_000;
			statuses.push((await browser.get("/api/v1/first-run")).statusCode);
		}

		expect(statuses).toEqual([200, 200, 200, 200, 401]);
	});

	test("by signing out, also for who has kept the cookie", async () => {
		const browser = ownerBrowser(analytics);
		const kept = browser.cookie();

		const response = await browser.remove("/api/session");

		expect(response.statusCode).toBe(204);
		expect(response.headers["set-cookie"]).toContain("loggia=; Path=/");
		const again = await browser.call({ url: STATS, headers: { cookie: kept } });
		expect(again.statusCode).toBe(401);
		expect(await browser.read("/api/session")).toEqual({
			signed_in: false,
			asks_mail: false,
			provider: null,
		});
	});

	test("when the environment has another password at the next start", async () => {
		const { users } = analytics.store;

		const same = await preparePassword(users, PASSWORD);
		const other = await preparePassword(users, "something else");

		expect(same).toEqual({ generated: undefined, isChanged: false });
		expect(other).toEqual({ generated: undefined, isChanged: true });
	});
});

describe("changing the password", () => {
	test.each([
		[{ current: "wrong", new: "another password" }, 403],
		[{ current: PASSWORD, new: "short" }, 400],
		[{ current: PASSWORD }, 400],
	])("%j is refused with %i, and without a session with 401", async (change, status) => {
		const stranger = dashboardBrowser(analytics.service);

		expect((await ownerBrowser(analytics).post("/api/password", change)).statusCode).toBe(status);
		expect((await stranger.post("/api/password", change)).statusCode).toBe(401);
	});

	test("is up to the environment when the password stands there", async () => {
		const fixed = startAnalytics({ password: PASSWORD });
		await setPassword(fixed.store);
		const browser = dashboardBrowser(fixed.service);
		await browser.signIn();

		const change = { current: PASSWORD, new: "another password" };
		const response = await browser.post("/api/password", change);

		expect(response.statusCode).toBe(409);
		expect(response.json().problems[0]).toContain("ANALYTICS_PASSWORD");
		expect(await browser.read("/api/session")).toMatchObject({
			password_from: "environment",
		});
	});
});

test("the first password is made at the first start, and only then", async () => {
	const { store, service } = startAnalytics();

	const first = await preparePassword(store.users, undefined);
	const second = await preparePassword(store.users, undefined);

	expect(first.generated).toMatch(/^[a-z2-9]{12}$/);
	expect(second.generated).toBeUndefined();
	expect((await dashboardBrowser(service).signIn(first.generated)).statusCode).toBe(204);
});

test("without a password every sign-in is refused", async () => {
	const { service } = startAnalytics();

	expect((await dashboardBrowser(service).signIn("")).statusCode).toBe(401);
});
