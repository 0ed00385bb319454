import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DASHBOARD_HEADER } from "../../src/analytics/api-types/session.ts";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { underLoad } from "./support/generate-load.ts";
import { commandsOf, settleIn } from "./support/operator.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const REQUESTS_PER_SECOND = [200, 20] as const;

test("each command of the handbook's pages on containers does what it says, and no visitor fails", async () => {
	const stack = await createStack({
		environment: { ANALYTICS_API_KEY: API_KEY, SITE_REPLICAS: "2" },
		override: PATIENT_CADDY,
		nameServer: "lying",
	});
	const operator = await settleIn(stack);
	const [up, firstPassword, trust, ownSite, scale, ...elsewhere] = await commandsOf(
		"4.deploy/0.containers.md",
	);
	const [upgrade, prune, reload, renewCaddy] = await commandsOf("4.deploy/5.upgrade-containers.md");
	const [backUp, putBack] = await commandsOf("4.deploy/6.back-up.md");
	const [rollBack] = await commandsOf("4.deploy/7.roll-back.md");
	await operator.run(up);
	expect(await operator.run(firstPassword)).toMatch(/password/);
	await operator.run(trust);
	await operator.run(ownSite);
	const authority = await readFile(join(operator.folder, "loggia-root.crt"), "utf8");
	const isUp = () => ask(`${stack.siteUrl}/`, { authority }).then(({ status }) => status, String);
	await expect.poll(isUp).toBe(200);
	const caddy = await stack.containerOf("caddy");
	expect(await sendEvent(stack, { event: "kept" })).toBe(200);
	await operator.run(backUp);
	expect(await sendEvent(stack, { event: "later" })).toBe(200);

	const load = { url: stack.siteUrl, authority, paths: ["/", "/guide"] };
	for (const rate of REQUESTS_PER_SECOND) {
		const line = `\ndocument.documentElement.dataset["rate"] = "${rate}";\n`;
		await appendFile(join(operator.folder, "src/app/entry-client.tsx"), line);
		const old = await scriptsOf(stack, authority);
		let fresh = old;
		const name = `each task of ./loggia at ${rate}/s`;
		const result = await underLoad(name, { ...load, requestsPerSecond: rate }, async () => {
			const before = await operator.version();
			await operator.run(upgrade);
			expect(await operator.version()).not.toBe(before);
			fresh = await scriptsOf(stack, authority);
			await operator.run(rollBack);
			expect(await operator.version()).toBe(before);
			await operator.run(reload);
			await operator.run(prune);
			await operator.run(backUp);
		});
		expect(result.failures).toEqual([]);
		expect(fresh).not.toEqual(old);
		// Open tabs of either build find theirs.
		for (const script of [...old, ...fresh]) {
			expect((await ask(`${stack.siteUrl}${script}`, { authority })).status).toBe(200);
		}
	}
	expect((await stack.compose("ps", "--quiet", "site")).split("\n")).toHaveLength(2);
	expect(await stack.containerOf("caddy")).toBe(caddy);
	expect(await storedNames(stack)).toEqual(["kept", "later"]);
	await operator.run(backUp);
	expect(await sendEvent(stack, { event: "last" })).toBe(200);
	const [requestsPerSecond] = REQUESTS_PER_SECOND;
	const name = "other tasks, restoring and scaling";
	const result = await underLoad(name, { ...load, requestsPerSecond }, async () => {
		const version = await operator.version();
		const status = await operator.run("./loggia status");
		expect(status).toContain(`Version ${version}\n`);
		expect(status.match(/"status":"ready"/g)).toHaveLength(2);
		expect(await operator.run("./loggia preview-link /guide")).toMatch(/^\/guide\?\w+=\S+\n$/);
		const password = (await operator.run("./loggia password")).trim();
		expect(await signIn(stack, password)).toBeLessThan(300);
		await operator.run(putBack);
		await operator.run(scale);
	});
	expect(result.failures).toEqual([]);
	expect(await storedNames(stack)).toEqual(["kept", "later"]);
	expect((await stack.compose("ps", "--quiet", "site")).split("\n")).toHaveLength(3);

	await operator.run(renewCaddy);
	await expect.poll(isUp).toBe(200);
	// The container that is both services has a test of its own.
	expect(elsewhere).toEqual([expect.stringContaining("docker run")]);
});

/** What the first page loads. */
async function scriptsOf(stack: Stack, authority: string): Promise<readonly string[]> {
	const { body } = await ask(`${stack.siteUrl}/`, { authority });
	return [...body.toString().matchAll(/"(\/_nuxt\/[\w.-]+\.js)"/g)].map(([, path = ""]) => path);
}

/** @returns The status of the answer. */
async function signIn(stack: Stack, password: string): Promise<number> {
	const { status } = await ask(`${stack.analyticsUrl}/api/session`, {
		method: "POST",
		authority: await stack.authority(),
		headers: {
			"content-type": "application/json",
			"sec-fetch-site": "same-origin",
			[DASHBOARD_HEADER]: "1",
		},
		body: JSON.stringify({ password }),
	});
	return status;
}

async function storedNames(stack: Stack): Promise<readonly string[]> {
	return (await storedEvents(stack)).map(({ event }) => event);
}
