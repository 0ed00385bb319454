import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { CONTENT_EVENTS_PATH } from "../../../src/shared/page/public-config.ts";
import { createTestSite } from "../../support/test-site.ts";
import { portOf } from "../../support/visit.ts";

test("one address follows the content with four tabs, and another one beside it", async () => {
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: { trustedProxies: ["loopback"] },
	});
	const port = await portOf(service);

	const statuses: (number | undefined)[] = [];
	for (const address of [
		"192.0.2.1",
		"192.0.2.1",
		"192.0.2.1",
		"192.0.2.1",
		"192.0.2.1",
		"192.0.2.2",
	]) {
		statuses.push(await follow(port, address));
	}

	expect(statuses).toEqual([200, 200, 200, 200, 503, 200]);
});

async function follow(port: number, address: string): Promise<number | undefined> {
	const asking: ClientRequest = request({
		port,
		path: CONTENT_EVENTS_PATH,
		headers: { "x-forwarded-for": address },
		agent: false,
	});
	onTestFinished(() => void asking.destroy());
	const [answer]: IncomingMessage[] = await once(asking.end(), "response");
	return answer?.statusCode;
}
