import { expect, test } from "vitest";
import { createBrowser, SITE_ORIGIN } from "../../support/identity-provider.ts";
import { createTestSite } from "../../support/test-site.ts";
import { oidcAt, PLAN, signInSite } from "./sign-in-site.ts";

const FINISH = `${SITE_ORIGIN}/_loggia/signed-in`;

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
