import Fastify from "fastify";
import { expect, test } from "vitest";
import { createWarmUp } from "../../../src/server/answers/warm-up.ts";

test("a site that closes meanwhile is asked for nothing more, and nothing fails", async () => {
	const asked: string[] = [];
	const site = Fastify();
	site.get("/*", async ({ url }) => {
		asked.push(url);
		void site.close();
		return "";
	});
	const warmUp = createWarmUp(site, {
		cache: { hasRoom: true, has: () => false, lastUsed: () => ["/first", "/second"] },
		revision: () => ({ files: new Map(), config: { public: { basePath: "" } } }),
		buildId: () => "build",
		prerendered: () => [],
	});

	await warmUp();

	expect(asked).toEqual(["/first"]);
});
