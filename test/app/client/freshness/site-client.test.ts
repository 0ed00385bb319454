import { expect, test } from "vitest";
import { fetchLatestBuild, siteClient } from "../../../../src/app/client/freshness/site-client.ts";

test("the live build is read from the site, wherever other calls of the app go", async () => {
	const requests: string[] = [];
	const fetch: typeof globalThis.fetch = async (input) => {
		requests.push(new Request(new URL(String(input), "https://example.org")).url);
		return Response.json({ id: "build", timestamp: 1 });
	};
	const config = { basePath: "/docs", http: { baseUrl: "https://api.example/v1" } };

	await fetchLatestBuild(siteClient(config, fetch), 0);

	expect(requests).toEqual([
		expect.stringMatching(/^https:\/\/example\.org\/docs\/_nuxt\/builds\/latest\.json/),
	]);
});
