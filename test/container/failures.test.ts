import { expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { createStack } from "./support/create-stack.ts";

test("a site folder that is not there is told before anything runs", async () => {
	const stack = await createStack({ environment: { SITE_DIR: "/nowhere/at/all" } });

	const { code, stderr } = await stack.tryCompose("up", "--detach", "site");

	expect(code).not.toBe(0);
	expect(stderr).toMatch(/bind source path does not exist: \/nowhere\/at\/all/);
});

test("analytics that does not start leaves the site up, at a port that is set alone", async () => {
	const stack = await createStack({
		environment: { ANALYTICS_PASSWORD: "short", SITE_ADDRESS: "", ANALYTICS_ADDRESS: "" },
	});

	await stack.compose("up", "--detach");

	const authority = (): Promise<string> => stack.authority().catch(String);
	await expect.poll(authority).toContain("BEGIN CERTIFICATE");
	const options = { authority: await stack.authority() };
	const statusOf = (url: string): Promise<unknown> =>
		ask(url, options).then(({ status }) => status, String);
	await expect.poll(() => statusOf(`${stack.siteUrl}/`)).toBe(200);
	expect(await stack.compose("logs", "--no-log-prefix", "caddy")).toContain(
		`The site is at ${stack.siteUrl}, the dashboard at ${stack.analyticsUrl}`,
	);
	const health = await stack.compose("ps", "--all", "--format", "{{.Health}}", "analytics");
	expect(health).not.toBe("healthy");
});
