import type { RouteOptions } from "fastify";
import { expect, test } from "vitest";
import { startAnalytics } from "../../support/analytics.ts";

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
	"the state of a session, and signing in": /^\/api\/session$/,
};

test("no route but those for clients, health and the way in answers without session or key", async () => {
	const { service } = startAnalytics();
	const routes: { readonly method: string; readonly url: string }[] = [];
	service.addHook("onRoute", ({ method, url }: RouteOptions) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => ({ method: name, url })));
	});
	await service.ready();

	const guarded = routes
		.filter(({ method }) => method !== "OPTIONS")
		.filter(({ url }) => !Object.values(OPEN).some((open) => open.test(url)));
	const answers = await Promise.all(
		guarded.map(async ({ method, url }) => {
			const response = await service.inject({
				// Made from the names of the service's own routes.
				method: method as "GET",
				url: url.replaceAll(/:\w+/g, "x"),
				headers: { "x-loggia-dashboard": "1", "sec-fetch-site": "same-origin" },
			});
			return `${method} ${url}: ${response.statusCode}`;
		}),
	);

	expect(guarded.length).toBeGreaterThan(35);
	expect(answers).toEqual(guarded.map(({ method, url }) => `${method} ${url}: 401`));
});
