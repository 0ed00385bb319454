import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";

const FILES = { "pages/index.md": "# Welcome\n", "pages/guide.md": "# Guide\n" };

test("answers are counted by route and status, and those that were kept as such", async () => {
	const { service } = await createTestSite({ files: FILES, environment: { BASE_PATH: "/docs" } });
	const url = await service.listen({ host: "127.0.0.1", port: 0 });
	const paths = [
		"/docs/guide",
		"/docs/guide",
		"/docs/none",
		"/docs/guide/_payload.json",
		"/outside",
	];

	for (const path of [...paths, "/docs/_nuxt/none.js", "/healthz"]) await fetch(url + path);

	const metrics = await (await fetch(`${url}/metrics`)).text();
	const counted = metrics.split("\n").filter((line) => line.startsWith("http_requests_total{"));
	expect(counted.toSorted()).toEqual([
		'http_requests_total{route="asset",status="4xx"} 1',
		'http_requests_total{route="outside",status="4xx"} 1',
		'http_requests_total{route="page",status="2xx"} 2',
		'http_requests_total{route="page",status="4xx"} 1',
		'http_requests_total{route="payload",status="2xx"} 1',
		'http_requests_total{route="probe",status="2xx"} 1',
	]);
	expect(metrics).toContain("page_cache_hits_total 1\n");
	expect(metrics).toContain('http_request_duration_seconds_count{route="page"} 3\n');
});
