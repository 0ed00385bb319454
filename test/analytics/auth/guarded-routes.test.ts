import type { RouteOptions } from "fastify";
import { expect, test } from "vitest";
import { hasRole, ROLES, type Role } from "../../../src/analytics/api-types/session.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { dashboardBrowser, letUserIn } from "../../support/dashboard-browser.ts";

/** Everything that answers to anybody, and why. */
const OPEN: Readonly<Record<string, RegExp>> = {
	capture:
		/^\/(?:e|i\/v0\/e|i\/v0\/ai\/batch|i\/v1\/analytics\/events|batch|capture|track|engage|s)$/,
	flags: /^\/(?:decide|flags)$/,
	"what clients ask about themselves":
		/^\/(?:array\/:token\/config(?:\.js)?|static\/.*|array\/.*|api\/(?:surveys|early_access_features|web_experiments|product_tours).*)$/,
	health: /^\/(?:healthz|readyz|metrics)$/,
	"the description of the API": /^\/api\/openapi\.json$/,
	"the dashboard's own files": /^\/(?:dashboard(?:\/(?:assets\/)?\*)?)?$/,
	"what a share link shows, to who has its secret": /^\/(?:api\/)?share\/:id$/,
	"the state of a session, and signing in": /^\/api\/(?:session|invitation)$/,
};

/** The lowest role for a route: the first rule that matches. */
const RULES: readonly (readonly [rule: RegExp, role: Role])[] = [
	[/^POST \/api\/(?:password|v1\/query|v1\/flags\/:key\/try)$/, "viewer"],
	[/^\w+ \/api\/v1\/(?:keys|users|changes|secure-key)\b/, "admin"],
	[/^GET \/api\/v1\/(?:shares|deliveries)$/, "editor"],
	[/^GET \/api\/v1\//, "viewer"],
	[/^\w+ \/api\/v1\/(?:projects|settings|client-config|group-types|persons|import)\b/, "admin"],
	[/^\w+ \/api\/v1\/(?:flags|cohorts|early-access-features|goals|segments)\b/, "editor"],
	[/^\w+ \/api\/v1\/(?:questions|alerts|shares|marks|errors|first-run)\b/, "editor"],
];

/** Of what a caller with other projects may still ask. */
const OWN_ACCOUNT = ["POST /api/password", "GET /api/v1/projects"];

/** Of what backends ask with a key. */
const FOR_KEYS = /^\/api\/feature_flag|^\/flags\/definitions|remote_config$/;
/** A key that was lost must not be able to make others. */
const FOR_SESSIONS =
	/^(?:POST \/api\/password|\w+ \/api\/v1\/(?:keys|users|shares|deliveries)\b.*|(?!GET)\w+ \/api\/v1\/projects.*)$/;

test("every route answers to its role and the roles above, in its project, and to no other caller", async () => {
	const { service, store, clock } = startAnalytics();
	const routes: { readonly method: string; readonly url: string }[] = [];
	service.addHook("onRoute", ({ method, url }: RouteOptions) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => ({ method: name, url })));
	});
	// Who comes so far is allowed, and no handler changes anything.
	service.addHook("preHandler", async (request, reply) => {
		if (!FOR_KEYS.test(request.routeOptions.url ?? "")) await reply.code(299).send();
	});
	await service.ready();
	const browserOf = (role: Role, projects?: readonly string[]) => {
		const browser = dashboardBrowser(service);
		letUserIn(browser, { store, clock }, { mail: `${role}${projects}@a.example`, role, projects });
		return browser;
	};
	const keyOf = (role: Role) => {
		const owner = { name: role, user: 1, project: null, expiresAt: null, createdAt: 0 };
		store.apiKeys.add(`key-of-${role}`, { ...owner, role });
		return { authorization: `Bearer key-of-${role}` };
	};
	const outsider = dashboardBrowser(service);
	const callers = ROLES.map((role) => ({ role, browser: browserOf(role), key: keyOf(role) }));
	const elsewhere = browserOf("admin", ["another project"]);

	const guarded = routes
		.filter(({ method, url }) => method !== "OPTIONS" && !url.startsWith("/projects/"))
		.filter(({ url }) => !Object.values(OPEN).some((open) => open.test(url)));
	for (const { method, url } of guarded) {
		const name = `${method} ${url}`;
		const needed = RULES.find(([rule]) => rule.test(name))?.[1];
		// Made from the names of the service's own routes.
		const call = { method: method as "GET", url: url.replaceAll(/:\w+/g, "x") };
		const statusOf = async (browser: typeof outsider, headers = {}) =>
			(await browser.call({ ...call, headers })).statusCode;

		expect([name, await statusOf(outsider)]).toEqual([name, 401]);
		if (FOR_KEYS.test(url)) continue;
		for (const { role, browser, key } of callers) {
			const isAllowed = needed !== undefined && hasRole(role, needed);
			const allowed = isAllowed ? 299 : 403;
			const allowedToKeys = FOR_SESSIONS.test(name) ? 403 : allowed;
			const statuses = [await statusOf(browser), await statusOf(outsider, key)];
			expect([name, role, ...statuses]).toEqual([name, role, allowed, allowedToKeys]);
		}
		const inOther = OWN_ACCOUNT.includes(name) ? 299 : 403;
		expect([name, await statusOf(elsewhere)]).toEqual([name, inOther]);
	}

	expect(guarded.length).toBeGreaterThan(90);
});
