import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PERSONAL_KEY, startAnalytics } from "../../support/analytics.ts";

const HALF_A_MINUTE_MS = 30_000;
const MEGABYTE = 1024 * 1024;

beforeEach(() => {
	vi.useFakeTimers({
		toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
	});
});

afterEach(() => {
	vi.useRealTimers();
});

test("a body that does not go on is answered 408", async () => {
	const { service } = startAnalytics();
	const { sender, arrived, answered } = await beginPost(service, "/e/");
	sender.write('{"event":');
	await arrived;

	await vi.advanceTimersByTimeAsync(7_000);

	expect(await answered).toEqual({ status: 408, body: "Request body took too long" });
});

test("an import may take longer", async () => {
	const { service } = startAnalytics();
	const { sender, arrived, answered } = await beginPost(service, "/api/v1/import/events.jsonl");
	sender.write("{}\n");
	await arrived;

	await vi.advanceTimersByTimeAsync(10 * HALF_A_MINUTE_MS);
	sender.end("{}\n");

	expect(await answered).toMatchObject({ status: 200 });
	expect(service.server.requestTimeout).toBeGreaterThan(10 * HALF_A_MINUTE_MS);
});

test("a body of no announced length has a limit of its own, which the answer names", async () => {
	const { service } = startAnalytics();
	const { sender, answered } = await beginPost(service, "/e/");
	sender.write('["');
	sender.end(Buffer.alloc(4 * MEGABYTE, "a"));

	expect(await answered).toEqual({
		status: 413,
		body: "Request body is too large: without a content-length, at most 4 MB",
	});
});

test("a longer one is read when its length was announced", async () => {
	const { service } = startAnalytics();
	const { sender, answered } = await beginPost(service, "/e/", 9 * MEGABYTE);
	sender.write('["');
	sender.end(Buffer.alloc(9 * MEGABYTE - 2, "a"));

	expect(await answered).toMatchObject({ status: 400 });
});

interface Post {
	readonly sender: ClientRequest;
	/** Settles when the service has begun to read. */
	readonly arrived: Promise<void>;
	readonly answered: Promise<{ readonly status: number | undefined; readonly body: string }>;
}

/** Sends head and parts by hand, which `inject` cannot. */
async function beginPost(service: FastifyInstance, path: string, length?: number): Promise<Post> {
	const begun = Promise.withResolvers<void>();
	service.server.on("request", (incoming) => incoming.once("data", () => begun.resolve()));
	await service.listen({ host: "127.0.0.1", port: 0 });
	// It listens on a port, so it has an address.
	const { port } = service.server.address() as AddressInfo;
	const headers = {
		authorization: `Bearer ${PERSONAL_KEY}`,
		"content-type": "application/json",
		...(length === undefined ? {} : { "content-length": length }),
	};
	const sender = request({ port, path, method: "POST", headers });
	const { promise, resolve, reject } = Promise.withResolvers<Awaited<Post["answered"]>>();
	sender.on("error", reject);
	sender.on("response", (response) => {
		text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
	});
	return { sender, arrived: begun.promise, answered: promise };
}
