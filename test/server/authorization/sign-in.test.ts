import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import {
	createOidcSignIn,
	type OidcSignInOptions,
} from "../../../src/platform/sign-in/oidc-sign-in.ts";
import {
	CLIENT_SECRET,
	createBrowser,
	SITE_ORIGIN,
	startIdentityProvider,
} from "../../support/identity-provider.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestSite, type TestSite } from "../../support/test-site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

const FILES = {
	"site.yaml": `url: ${SITE_ORIGIN}\naccess:\n  paths:\n    /staff/**: [staff]\n    /in: signed-in\n`,
	"pages/index.md": "# Welcome\n",
	"pages/in.md": "# Signed in\n",
	"pages/staff/plan.md": "# Zebrafish plan\n",
};

const MCP_CALL = {
	jsonrpc: "2.0",
	id: 1,
	method: "tools/call",
	params: { name: "list_pages", arguments: {} },
};

const PLAN = `${SITE_ORIGIN}/staff/plan`;
const FINISH = `${SITE_ORIGIN}/_loggia/signed-in`;

function oidcAt(issuer: string, options: Partial<OidcSignInOptions> = {}) {
	return createOidcSignIn({
		issuer,
		clientId: "site",
		clientSecret: CLIENT_SECRET,
		scopes: "openid profile email groups",
		groupsClaim: "groups",
		secret: "0123456789abcdef0123456789abcdef",
		...{ sessionHours: 8, cookies: "loggia", endedFolder: temporaryFolder() },
		now: () => NOON,
		log: { info: () => undefined, warn: () => undefined },
		...options,
	});
}

async function signInSite({ isAway = false, endedFolder = temporaryFolder() } = {}) {
	const provider = await startIdentityProvider();
	provider.show({ id: "ann", groups: ["staff"] });
	if (isAway) provider.leave();
	const warnings: string[] = [];
	let nowMs = NOON;
	const signIn = oidcAt(provider.issuer, {
		...{ now: () => nowMs, endedFolder },
		log: {
			info: () => undefined,
			warn: (...words: unknown[]) => void warnings.push(String(words)),
		},
	});
	const { service } = await createTestSite({ files: FILES, dependencies: { signIn } });
	return {
		...{ provider, service, warnings },
		browser: createBrowser(service),
		now: () => nowMs,
		pass: (ms: number) => {
			nowMs += ms;
		},
	};
}

test("a visitor signs in, comes back to the page, and has one private cookie", async () => {
	const { browser } = await signInSite();

	const page = await browser.open(`${PLAN}?a=1&b=2`);
	const again = await browser.open(PLAN);

	expect(page.url).toBe(`${PLAN}?a=1&b=2`);
	expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
	expect(page.body).toContain("Zebrafish plan");
	expect(again.trail).toHaveLength(1);
	expect([...browser.jar(PLAN).keys()]).toEqual(["__Host-loggia-session"]);
});

test.each([
	["a query of 2,600 characters", `${PLAN}?q=${"a".repeat(2600)}`, `${PLAN}?q=${"a".repeat(2600)}`],
	["a query of 2,600 encoded characters", `${PLAN}?q=${"%20".repeat(2600)}`, PLAN],
	["a path of 3,500 characters", `${SITE_ORIGIN}/staff/${"a".repeat(3500)}`, `${SITE_ORIGIN}/`],
])("a visitor signs in at a private address with %s", async (_name, address, arrival) => {
	const { browser } = await signInSite();

	const page = await browser.open(address);

	expect([page.url, page.status]).toEqual([arrival, 200]);
	expect([...browser.jar(PLAN).keys()]).toEqual(["__Host-loggia-session"]);
});

test("cookies are for this host, over TLS, and out of reach of scripts", async () => {
	const { browser } = await signInSite();
	const start = await browser.step(`${SITE_ORIGIN}/_loggia/sign-in?to=/in`);

	const [, state] = /[?&]state=([^&]+)/.exec(String(start.location)) ?? [];
	expect(start.setCookies).toHaveLength(1);
	expect(start.setCookies[0]).toMatch(
		/^__Host-loggia-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	);
	expect(start.setCookies[0]).not.toContain(state);
	expect(start.headers["cache-control"]).toContain("no-store");
	expect(start.location).toMatch(/code_challenge_method=S256/);
	expect(start.location).toMatch(/nonce=[\w-]{20,}/);
});

test("groups decide, and a visitor without the group finds nothing", async () => {
	const { provider, browser } = await signInSite();
	provider.show({ id: "ben", groups: ["others"] });

	const page = await browser.open(PLAN);

	expect([page.url, page.status]).toEqual([PLAN, 404]);
	expect(page.body).not.toContain("Zebrafish");
	expect((await browser.open(`${SITE_ORIGIN}/in`)).body).toContain("Signed in");
});

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

const SHARED_PATHS = [
	...["/", "/_payload.json", "/absent", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/feed.xml"],
	...["/search?q=plan", "/api/search?q=plan", "/__nuxt_island/page-list.json?path=/staff", "/mcp"],
];

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
		...{ method: "POST", url: "/_loggia/back-channel-logout" },
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

test("while the provider is away, public pages are served, and sign-in works when it is back", async () => {
	const { provider, browser, warnings } = await signInSite({ isAway: true });

	const home = await browser.open(`${SITE_ORIGIN}/`);
	const refused = await browser.open(PLAN);
	provider.comeBack();

	expect(home.status).toBe(200);
	expect(refused.status).toBe(503);
	expect(refused.body).toContain("cannot be reached");
	expect(warnings.length).toBeGreaterThan(0);
	expect((await browser.open(PLAN)).status).toBe(200);
	// Then a session needs no provider.
	provider.leave();
	expect((await browser.open(PLAN)).status).toBe(200);
	const out = await browser.open(`${SITE_ORIGIN}/_loggia/sign-out`);
	expect([...browser.jar(PLAN).keys()]).toEqual([]);
	expect(out.trail.length).toBe(2);
});

test("a code is redeemed once, by the browser that began", async () => {
	const { provider, service, browser } = await signInSite();
	const start = await browser.step(`${SITE_ORIGIN}/_loggia/sign-in?to=/staff/plan`);
	const attempt = new Map(browser.jar(PLAN));
	let answer = await browser.step(String(start.location));
	for (let steps = 0; steps < 5 && answer.location?.startsWith(FINISH) !== true; steps += 1) {
		answer = await browser.step(new URL(String(answer.location), provider.issuer).href);
	}
	const returned = answer.location ?? "";
	const stranger = createBrowser(service);

	expect((await stranger.step(returned)).status).toBe(400);
	const wrong = new URL(returned);
	wrong.searchParams.set("state", "another");
	expect((await browser.step(wrong.href)).status).toBe(400);
	expect((await browser.step(returned)).status).toBe(302);
	for (const [name, value] of attempt) stranger.jar(PLAN).set(name, value);
	const replayed = await stranger.step(returned);

	expect(replayed.status).toBe(400);
	expect([...stranger.jar(PLAN).keys()]).toEqual([]);
	expect((await stranger.open(PLAN)).trail.length).toBeGreaterThan(1);
});

test("a refusal of the provider is a sentence", async () => {
	const { browser } = await signInSite();
	const start = await browser.step(`${SITE_ORIGIN}/_loggia/sign-in?to=/in`);
	const state = new URL(String(start.location)).searchParams.get("state") ?? "";

	const refused = await browser.step(
		`${FINISH}?${new URLSearchParams({ state, error: "access_denied", error_description: "<b>x" })}`,
	);

	expect(refused.status).toBe(403);
	expect(refused.body).toContain("has refused to sign you in");
	expect(refused.body).not.toContain("<b>x");
});

test("after signing in, a target leads to its place on this site, or to the home page", async () => {
	const { service } = await signInSite();

	for (const [to, expected] of [
		["//evil.example", "/"],
		["/\\evil.example", "/"],
		["/\t/evil.example", "/"],
		["https://evil.example/", "/"],
		["javascript:alert(1)", "/"],
		["/..//evil.example", "/"],
		["/./_loggia/sign-out", "/"],
		["/日本?x=ü", "/%E6%97%A5%E6%9C%AC?x=%C3%BC"],
		["/_loggia/sign-out", "/"],
		["/in?x=//evil.example", "/in?x=//evil.example"],
	] as const) {
		const query = new URLSearchParams({ to });
		const page = await createBrowser(service).open(`${SITE_ORIGIN}/_loggia/sign-in?${query}`);
		expect(page.url, to).toBe(SITE_ORIGIN + expected);
	}
});

test("the header has a link to sign in or out, which the browser loads as a document", async () => {
	const { browser } = await signInSite();
	const link = (path: string, title: string): string =>
		`<a class="session" href="${path}" data-file="">${title}</a>`;

	const before = await browser.open(`${SITE_ORIGIN}/`);
	const signedIn = await browser.open(`${SITE_ORIGIN}/in`);
	const after = await browser.open(`${SITE_ORIGIN}/_payload.json`);

	expect(before.body).toContain(link("/_loggia/sign-in", "Sign in"));
	expect(signedIn.body).toContain(link("/_loggia/sign-out", "Sign out"));
	expect(JSON.parse(after.body).navigation.session.path).toBe("/_loggia/sign-out");
	for (const path of ["sign-in", "sign-out"]) {
		const payload = await browser.open(`${SITE_ORIGIN}/_loggia/${path}/_payload.json`);
		expect(JSON.parse(payload.body)).toEqual({ kind: "document" });
	}
	expect((await browser.open(`${SITE_ORIGIN}/in`)).status).toBe(200);
});

test("a site without rules has no such link", async () => {
	const { provider } = await signInSite();
	const signIn = oidcAt(provider.issuer);
	const { service } = await createTestSite({
		files: { "index.md": "# Welcome\n" },
		dependencies: { signIn },
	});

	expect((await service.inject("/")).body).not.toContain("_loggia/sign-in");
});

test.each([
	["example.org", "/in?a=1"],
	["evil.example", "/"],
])("without a path, the page with the link counts, if it is of this site: %s", async (host, path) => {
	const { service, provider } = await signInSite();
	const headers = { host: "example.org", referer: `https://${host}/in?a=1` };
	const start = await service.inject({ url: "/_loggia/sign-in", headers });
	const browser = createBrowser(service);
	const [, name = "", value = ""] =
		/^([^=]+)=([^;]*)/.exec(String(start.headers["set-cookie"])) ?? [];
	browser.jar(PLAN).set(name, value);

	const page = await browser.open(String(start.headers.location));

	expect(provider.logins()).toBe(1);
	expect(page.url).toBe(SITE_ORIGIN + path);
});

test("a cookie that was changed, or sealed for another purpose, is none", async () => {
	const { browser, service } = await signInSite();
	await browser.step(`${SITE_ORIGIN}/_loggia/sign-in?to=/`);
	const attempt = browser.jar(PLAN).get("__Host-loggia-sign-in") ?? "";
	await browser.open(PLAN);
	const session = browser.jar(PLAN).get("__Host-loggia-session") ?? "";

	const middle = Math.floor(session.length / 2);
	const changed = `${session.slice(0, middle)}${session[middle] === "A" ? "B" : "A"}${session.slice(middle + 1)}`;
	for (const value of [changed, attempt, "", "x", session.slice(1)]) {
		const headers = { cookie: `__Host-loggia-session=${value}` };
		const response = await service.inject({ url: "/staff/plan", headers });
		expect(response.statusCode, value).toBe(302);
	}
	const headers = { cookie: `a=b; __Host-loggia-session=${session};c=d` };
	expect((await service.inject({ url: "/staff/plan", headers })).statusCode).toBe(200);
});
