import { expect, test } from "vitest";
import { fetchLatestBuild } from "../../../../src/app/client/updates/site-client.ts";

const LATEST = /^\/docs\/_nuxt\/builds\/latest\.json/;

test.each([
	...[408, 409, 425, 429, 500, 502, 503, 504],
	"broken" as const,
])("a request that ends with %s is sent once more, below the base path", async (first) => {
	const { requests, fetch } = answering(first, 200);

	expect(await fetchLatestBuild(fetch, "/docs")).toMatchObject({ id: "build" });
	expect(requests).toEqual([expect.stringMatching(LATEST), expect.stringMatching(LATEST)]);
});

test("a request is sent twice at most", async () => {
	const { requests, fetch } = answering(503, 503, 200);

	await expect(fetchLatestBuild(fetch, "")).rejects.toThrow("its status is 503");
	expect(requests).toHaveLength(2);
});

test.each([
	400, 401, 403, 404, 405, 410, 413, 418, 422, 501, 505,
])("a request that is answered with %i is not sent again", async (status) => {
	const { requests, fetch } = answering(status, 200);

	await expect(fetchLatestBuild(fetch, "")).rejects.toThrow();
	expect(requests).toHaveLength(1);
});

/** A `fetch` that answers with each of these in turn. */
function answering(...answers: readonly (number | "broken")[]) {
	const requests: string[] = [];
	const fetch: typeof globalThis.fetch = async (input) => {
		const answer = answers[requests.length];
		requests.push(String(input));
		if (answer === "broken") throw new TypeError("Failed to fetch");
		return Response.json({ id: "build", timestamp: 0 }, { status: answer ?? 200 });
	};
	return { requests, fetch };
}
