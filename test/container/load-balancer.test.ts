import { expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { API_KEY } from "./support/stored-events.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Addresses for documentation. */
const VISITORS = ["203.0.113.77", "198.51.100.12"];

test("the addresses of visitors are what a load balancer says only if CADDY_TRUSTED_PROXIES names it", async () => {
	const trusting = await startStack({ CADDY_TRUSTED_PROXIES: "private_ranges" });
	expect(await countVisitors(trusting)).toBe(2);
	await trusting.takeDown();

	expect(await countVisitors(await startStack({}))).toBe(1);
});

async function startStack(environment: Readonly<Record<string, string>>): Promise<Stack> {
	const stack = await createStack({ environment: { ANALYTICS_API_KEY: API_KEY, ...environment } });
	await stack.compose("up", "--detach", "--no-build", "--wait");
	return stack;
}

/** Of views that differ only in the address of their visitor. */
async function countVisitors(stack: Stack): Promise<number> {
	const authority = await stack.authority();
	for (const visitor of VISITORS) {
		const { status } = await ask(`${stack.siteUrl}/ingest/e/`, {
			authority,
			method: "POST",
			headers: {
				"content-type": "application/json",
				"user-agent": BROWSER,
				"x-forwarded-for": visitor,
			},
			body: JSON.stringify({
				api_key: "phc_loggia",
				event: "$pageview",
				distinct_id: "$posthog_cookieless",
				properties: {
					$cookieless_mode: true,
					$process_person_profile: false,
					$current_url: stack.siteUrl,
				},
			}),
		});
		expect(status).toBe(200);
	}
	const { body } = await ask(`${stack.analyticsUrl}/api/v1/visitors-now`, {
		authority,
		headers: { authorization: `Bearer ${API_KEY}` },
	});
	return JSON.parse(body.toString()).visitors;
}
