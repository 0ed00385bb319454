import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import {
	listenForMetrics,
	Metrics,
	metricsEndpoint,
} from "../../../src/platform/observability/metrics.ts";

test.each([
	["127.0.0.1", {}, 200],
	["::1", {}, 200],
	["::ffff:127.0.0.1", {}, 200],
	["10.0.0.7", {}, 404],
	["203.0.113.7", {}, 404],
	["127.0.0.1", { "x-forwarded-for": "203.0.113.7" }, 404],
	["127.0.0.1", { forwarded: "for=203.0.113.7" }, 404],
])("metrics for %s with the headers %j: %i", async (remoteAddress, headers, status) => {
	const service = fastify({ trustProxy: true });
	await service.register(metricsEndpoint, { metrics: oneMetric() });
	onTestFinished(() => service.close());

	const { statusCode, body } = await service.inject({ url: "/metrics", remoteAddress, headers });

	expect(statusCode).toBe(status);
	expect(body.includes("pages 7")).toBe(status === 200);
});

test("a port of their own serves metrics, what operators read beside them, and nothing else", async () => {
	const server = await listenForMetrics(
		oneMetric(),
		{ host: "127.0.0.1", port: 0 },
		{ "/list": async (query) => (query.get("page") === "9" ? undefined : '{"page":1}') },
	);
	onTestFinished(() => void server.close());
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;

	const [metrics, other] = [
		await fetch(`http://127.0.0.1:${port}/metrics`),
		await fetch(`http://127.0.0.1:${port}/readyz`),
	];

	expect([metrics.status, other.status]).toEqual([200, 404]);
	expect(await metrics.text()).toContain("pages 7");
	const list = await fetch(`http://127.0.0.1:${port}/list?page=1`);
	expect([list.headers.get("content-type"), await list.json()]).toEqual([
		"application/json; charset=utf-8",
		{ page: 1 },
	]);
	expect((await fetch(`http://127.0.0.1:${port}/list?page=9`)).status).toBe(404);
});

function oneMetric(): Metrics {
	const metrics = new Metrics();
	metrics.gauge("pages", "Pages", () => 7);
	return metrics;
}
