import { expect, test } from "vitest";
import { RETRIED_STATUSES } from "../../../../src/app/client/updates/fetch-twice.ts";
import {
	createHttpClient,
	fetchLatestBuild,
} from "../../../../src/app/client/updates/site-client.ts";

test.each([
	...[408, 409, 425, 429, 500, 502, 503, 504],
	"broken" as const,
])("a GET that ends with %s is tried once more, relative to the base as well", async (first) => {
	const { requests, fetch } = answering(first, 200);

	const answer = await createHttpClient({ baseUrl: "https://api.example/v1", fetch })("/thing");

	expect(answer).toMatchObject({ attempt: 2 });
	const request = "GET https://api.example/v1/thing";
	expect(requests).toEqual([request, request]);
});

test("a GET is tried twice at most", async () => {
	const { requests, fetch } = answering(503, 503, 200);

	await expect(createHttpClient({ baseUrl: "", fetch })("/thing")).rejects.toThrow("503");
	expect(requests).toHaveLength(2);
});

test.each([
	400, 401, 403, 404, 405, 410, 413, 418, 422, 501, 505,
])("a GET that answers %i is not tried again", async (status) => {
	const { requests, fetch } = answering(status, 200);

	await expect(createHttpClient({ baseUrl: "", fetch })("/thing")).rejects.toThrow();
	expect(requests).toHaveLength(1);
});

test.each(
	["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].flatMap((method) =>
		RETRIED_STATUSES.map((status) => ({ method, status })),
	),
)("a $method that answers $status is not tried again", async ({ method, status }) => {
	const { requests, fetch } = answering(status, 200);

	await expect(createHttpClient({ baseUrl: "", fetch })("/thing", { method })).rejects.toThrow();
	expect(requests).toEqual([`${method} /thing`]);
});

test("the live build is read below the base path of the site", async () => {
	const { requests, fetch } = answering(200);

	await fetchLatestBuild(createHttpClient({ baseUrl: "/docs", fetch }), 0);

	expect(requests).toEqual([expect.stringMatching(/^GET \/docs\/_nuxt\/builds\/latest\.json/)]);
});

/** A `fetch` that answers with each of these in turn. */
function answering(...answers: readonly (number | "broken")[]) {
	const requests: string[] = [];
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const answer = answers[requests.length];
		requests.push(`${init?.method ?? "GET"} ${String(input)}`);
		if (answer === "broken") throw new TypeError("Failed to fetch");
		return Response.json({ id: "build", attempt: requests.length }, { status: answer ?? 200 });
	};
	return { requests, fetch };
}
