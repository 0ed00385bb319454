import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { createBrowser, SITE_ORIGIN } from "../../support/identity-provider.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestSite, type TestSite } from "../../support/test-site.ts";
import { FILES, HOUR_MS, MINUTE_MS, NOON, oidcAt, PLAN, signInSite } from "./sign-in-site.ts";

const MCP_CALL = {
	jsonrpc: "2.0",
	id: 1,
	method: "tools/call",
	params: { name: "list_pages", arguments: {} },
};

const SHARED_PATHS = [
	...["/", "/_payload.json", "/absent", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/feed.xml"],
	...["/search?q=plan", "/api/search?q=plan", "/__nuxt_island/page-list.json?path=/staff", "/mcp"],
];

test("a session ends, and the provider says again who the visitor is", async () => {
	const { provider, browser, pass } = await signInSite();
	await browser.open(PLAN);

	provider.show({ id: "ann", groups: [] });
	pass(8 * HOUR_MS - 1);
	expect((await browser.open(PLAN)).status).toBe(200);
	pass(1);
	const page = await browser.open(PLAN);

	expect(page.status).toBe(404);
	expect(page.trail.length).toBeGreaterThan(2);
	// The session with the provider goes on.
	expect(provider.logins()).toBe(1);
});

test("a provider that gives refresh tokens is asked again during a session", async () => {
	const { provider, browser, pass } = await signInSite();
	provider.giveRefreshTokens();
	await browser.open(PLAN);
	provider.show({ id: "ann", groups: [] });
	pass(10 * MINUTE_MS - 1);
	expect((await browser.open(PLAN)).status).toBe(200);

	pass(1);
	const together = await Promise.all(Array.from({ length: 5 }, () => browser.open(PLAN)));

	expect(together.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
	expect((await browser.open(PLAN)).setCookies).toEqual([]);
	expect((await browser.open(`${SITE_ORIGIN}/in`)).status).toBe(200);
	expect(provider.logins()).toBe(1);
});

test("while the provider is away a session goes on, and what it has ended leads to the sign-in", async () => {
	const { provider, browser, pass, warnings } = await signInSite();
	provider.giveRefreshTokens();
	await browser.open(PLAN);
	pass(11 * MINUTE_MS);

	provider.leave();
	for (const waitMs of [0, MINUTE_MS / 2, MINUTE_MS / 2 + 1]) {
		pass(waitMs);
		const page = await browser.open(PLAN);
		// Another cookie would be valid for longer than the provider has said.
		expect([page.status, page.setCookies]).toEqual([200, []]);
	}
	expect(warnings).toHaveLength(2);
	provider.comeBack();
	pass(MINUTE_MS + 1);
	provider.endSessions();
	const home = await browser.open(`${SITE_ORIGIN}/`);
	const page = await browser.step(PLAN);

	expect([home.status, home.headers["cache-control"]]).toEqual([200, "private, no-store"]);
	expect(home.setCookies).toEqual([expect.stringMatching(/^__Host-loggia-session=; Max-Age=0;/)]);
	expect([page.status, page.location]).toEqual([302, "/_loggia/sign-in?to=%2Fstaff%2Fplan"]);
	expect([...browser.jar(PLAN).keys()]).toEqual([]);
});

test("signing out ends the session with the site and with the provider", async () => {
	const { provider, browser } = await signInSite();
	await browser.open(PLAN);

	const question = await browser.open(`${SITE_ORIGIN}/_loggia/sign-out`);
	const [, action = ""] = /action="([^"]+)"/.exec(question.body) ?? [];
	const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(question.body) ?? [];
	const home = await browser.open(action, new URLSearchParams({ xsrf, logout: "yes" }));

	expect(question.url).toContain(provider.issuer);
	expect(home.url).toMatch(/^https:\/\/example\.org\//);
	expect([...browser.jar(PLAN).keys()]).toEqual([]);
	await browser.open(PLAN);
	expect(provider.logins()).toBe(2);
});

test("a closed account reads nothing private at any path", async () => {
	const { provider, browser, pass } = await signInSite();
	provider.giveRefreshTokens();
	await browser.open(PLAN);
	const cookies = [...browser.jar(PLAN)];
	const read = (by: typeof browser, path: string) =>
		by.step(SITE_ORIGIN + path, path === "/mcp" ? MCP_CALL : undefined);
	for (const path of SHARED_PATHS) {
		const { body, headers } = await read(browser, path);
		if (!/absent|search/.test(path)) expect(body, path).toMatch(/Zebrafish|plan/);
		expect(headers["cache-control"], path).toMatch(/no-store/);
	}

	provider.endSessions();
	pass(10 * MINUTE_MS);

	for (const path of SHARED_PATHS) {
		for (const [name, value] of cookies) browser.jar(PLAN).set(name, value);
		const { body, headers, setCookies } = await read(browser, path);
		expect(body, path).not.toMatch(/Zebrafish|staff.plan/);
		expect(headers["cache-control"], path).toMatch(/no-store/);
		expect(setCookies, path).toEqual([expect.stringMatching(/Max-Age=0/)]);
		// The answer for a visitor whose session has ended must not be the cached answer for others.
		expect((await read(createBrowser(browser.service), path)).setCookies, path).toEqual([]);
	}
});

test("signing out makes copies of the cookie invalid, also at other servers and later", async () => {
	const endedFolder = temporaryFolder();
	const { browser, provider, pass, now } = await signInSite({ endedFolder });
	const second = oidcAt(provider.issuer, { now, endedFolder });
	const other = await createTestSite({ files: FILES, dependencies: { signIn: second } });
	await browser.open(PLAN);
	const stolen = browser.jar(PLAN).get("__Host-loggia-session") ?? "";
	const headers = { cookie: `__Host-loggia-session=${stolen}` };
	const ask = async ({ service }: Pick<TestSite, "service">) =>
		(await service.inject({ url: "/staff/plan", headers })).statusCode;
	expect([await ask(browser), await ask(other)]).toEqual([200, 200]);

	pass(1);
	await browser.step(`${SITE_ORIGIN}/_loggia/sign-out`);

	expect(await ask(browser)).toBe(302);
	pass(1000);
	expect(await ask(other)).toBe(302);
	const third = oidcAt(provider.issuer, { now, endedFolder });
	expect(await ask(await createTestSite({ files: FILES, dependencies: { signIn: third } }))).toBe(
		302,
	);
	// The user can sign in again.
	expect((await browser.open(PLAN)).status).toBe(200);
	pass(8 * HOUR_MS);
	await browser.open(PLAN);
	await browser.step(`${SITE_ORIGIN}/_loggia/sign-out`);
	expect(await readdir(endedFolder)).toHaveLength(1);
});

test("a renewal does not revive a session that was signed out", async () => {
	const { browser, provider, pass, service } = await signInSite();
	provider.giveRefreshTokens();
	await browser.open(PLAN);
	const headers = {
		cookie: `__Host-loggia-session=${browser.jar(PLAN).get("__Host-loggia-session")}`,
	};
	pass(10 * MINUTE_MS);

	const [, renewed] = await Promise.all([
		browser.step(`${SITE_ORIGIN}/_loggia/sign-out`),
		service.inject({ url: "/staff/plan", headers }),
	]);
	const cookies = [renewed.headers["set-cookie"] ?? []].flat().map((line) => line.split(";", 1)[0]);

	for (const cookie of [headers.cookie, ...cookies]) {
		const page = await service.inject({ url: "/staff/plan", headers: { cookie } });
		expect(page.statusCode, cookie).toBe(302);
	}
});

test.each([
	["of the session", (claims: object) => claims, 302],
	["of the user", ({ sid: _, ...claims }: { sid?: unknown }) => claims, 302],
	["for another client", (claims: object) => ({ ...claims, aud: "other" }), 200],
	["of another issuer", (claims: object) => ({ ...claims, iss: "https://evil.example" }), 200],
	["that is an id token", (claims: object) => ({ ...claims, nonce: "a" }), 200],
	["without the event", (claims: object) => ({ ...claims, events: {} }), 200],
	["that is old", (claims: object) => ({ ...claims, iat: NOON / 1000 - 3600 }), 200],
	[
		"about nobody",
		({ sub: _, sid: __, ...claims }: { sub?: unknown; sid?: unknown }) => claims,
		200,
	],
])("the provider ends sessions by a token %s: %#", async (_, change, status) => {
	const { browser, provider, service, pass } = await signInSite();
	await browser.open(PLAN);
	pass(1);
	const token = await provider.logoutToken(NOON, change);

	const answer = await service.inject({
		method: "POST",
		url: "/_loggia/back-channel-logout",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		payload: new URLSearchParams({ logout_token: token }).toString(),
	});

	expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([
		status === 302 ? 200 : 400,
		"no-store",
	]);
	expect((await browser.step(PLAN)).status).toBe(status);
});

test("any other post ends no session", async () => {
	const { browser, service } = await signInSite();
	await browser.open(PLAN);

	for (const [payload, type] of [
		["", "application/x-www-form-urlencoded"],
		["logout_token=a.b.c", "application/x-www-form-urlencoded"],
		[`logout_token=${"a".repeat(20_000)}`, "application/x-www-form-urlencoded"],
		['{"logout_token":"a"}', "application/json"],
		["logout_token=a", "text/plain"],
	]) {
		const headers = { "content-type": type };
		const url = "/_loggia/back-channel-logout";
		const answer = await service.inject({ method: "POST", url, payload: payload ?? "", headers });
		expect(String(answer.statusCode), payload).toMatch(/^4/);
	}
	expect((await browser.step(PLAN)).status).toBe(200);
});
