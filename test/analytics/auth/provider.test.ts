import { expect, test } from "vitest";
import { createOidcSignIn } from "../../../src/platform/sign-in/oidc-sign-in.ts";
import { createProxySignIn } from "../../../src/platform/sign-in/proxy-sign-in.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { dashboardBrowser } from "../../support/dashboard-browser.ts";
import {
	CLIENT_SECRET,
	createBrowser,
	SITE_ORIGIN,
	startIdentityProvider,
} from "../../support/identity-provider.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ASKED_AGAIN_MS = 10 * 60_000;

const ROLE_GROUPS = [
	{ group: "staff", role: "viewer" },
	{ group: "docs", role: "editor" },
	{ group: "it", role: "admin" },
] as const;

test("groups of an OpenID provider give the highest of their roles, until signing out", async () => {
	const identities = await startIdentityProvider();
	identities.giveRefreshTokens();
	let nowMs = Date.now();
	const signIn = createOidcSignIn({
		issuer: identities.issuer,
		clientId: "site",
		clientSecret: CLIENT_SECRET,
		scopes: "openid profile email groups",
		groupsClaim: "groups",
		sessionHours: 8,
		secret: "0123456789abcdef0123456789abcdef",
		cookies: "loggia-dashboard",
		endedFolder: temporaryFolder(),
		now: () => nowMs,
		log: { info: () => undefined, warn: () => undefined },
	});
	const { service } = startAnalytics({ provider: { ...signIn, roleGroups: ROLE_GROUPS } });
	const browser = createBrowser(service);
	const state = async () => JSON.parse((await browser.step(`${SITE_ORIGIN}/api/session`)).body);
	const statusOf = async (path: string) => (await browser.step(SITE_ORIGIN + path)).status;
	const { provider } = await state();
	identities.show({ id: "ann", groups: ["staff", "docs", "others"] });

	await browser.open(SITE_ORIGIN + provider.sign_in_url);

	expect(await state()).toMatchObject({
		signed_in: true,
		name: "Ann Ü (ann@example.org)",
		role: "editor",
		project_paths: [""],
		password_from: "provider",
	});
	expect([await statusOf("/api/v1/shares"), await statusOf("/api/v1/users")]).toEqual([200, 403]);
	identities.show({ id: "ann", groups: ["staff"] });
	nowMs += ASKED_AGAIN_MS;
	expect((await state()).role).toBe("viewer");
	await browser.step(SITE_ORIGIN + provider.sign_out_url);
	expect(await state()).toMatchObject({ signed_in: false, provider: { lacks_role: false } });
	identities.show({ id: "ann", groups: ["others"] });
	await browser.open(SITE_ORIGIN + provider.sign_in_url);
	expect(await state()).toMatchObject({ signed_in: false, provider: { lacks_role: true } });
	expect(await statusOf("/api/v1/stats")).toBe(401);
});

test("headers give a role if a trusted proxy sends them, in every project, and not for other sites", async () => {
	const signIn = createProxySignIn({
		headers: ["remote-user", "remote-name", "remote-email", "remote-groups"],
		trustedProxies: ["203.0.113.1"],
	});
	const { service } = startAnalytics({ provider: { ...signIn, roleGroups: ROLE_GROUPS } });
	const headers = { "remote-user": "ann", "remote-groups": "it" };
	const [trusted, other] = ["203.0.113.1", "203.0.113.2"].map((ip) =>
		dashboardBrowser(service, ip),
	);
	const get = (browser = trusted, url = "/api/v1/users") => browser?.call({ url, headers });
	const create = (more = {}) =>
		trusted?.call({
			method: "POST",
			url: "/api/v1/projects",
			payload: '{"name":"Shop"}',
			headers: { ...headers, ...more },
		});

	const [forged, believed] = [await get(other), await get()];
	const crossSite = await create({ "sec-fetch-site": "cross-site" });
	const shop = (await create())?.json();

	expect([forged?.statusCode, believed?.statusCode]).toEqual([401, 200]);
	expect(crossSite?.statusCode).toBe(403);
	expect((await get(trusted, `${shop.path}/api/v1/stats`))?.statusCode).toBe(200);
	expect((await get(other, `${shop.path}/api/v1/stats`))?.statusCode).toBe(401);
	const { results } = (await get(trusted, "/api/v1/changes"))?.json() ?? {};
	expect(results).toMatchObject([{ who: "ann", target: "Shop" }]);
});
