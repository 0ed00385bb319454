import { expect, test } from "vitest";
import { createTestSite } from "../support/test-site.ts";

test("a process that cannot keep up turns requests away, and still answers probes", async () => {
	let delayMs = 3000;
	const { service } = await createTestSite({
		files: { "index.md": "# Home\n" },
		dependencies: { loopDelayMs: () => delayMs },
	});

	const refused = await service.inject("/");
	const alive = await service.inject("/healthz");
	const metrics = await service.inject("/metrics");
	delayMs = 0;
	const served = await service.inject("/");

	expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "2"]);
	expect(refused.headers["cache-control"]).toBe("no-store");
	expect([alive.statusCode, served.statusCode]).toEqual([200, 200]);
	expect(metrics.body).toContain("requests_refused_total 1");
});
