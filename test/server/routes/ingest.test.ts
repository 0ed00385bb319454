import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import targets from "../../fixtures/http/request-targets.json" with { type: "json" };
import { freePort } from "../../support/free-port.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { ask, createTestSite } from "../../support/test-site.ts";

const FILES = { "pages/index.md": "# Welcome\n" };

describe("without an analytics service", () => {
	test.each(["/ingest", "/ingest/e/"])("%s is a plain 404", async (url) => {
		const { statusCode, headers, body } = await ask({ files: FILES }, { method: "POST", url });

		expect(statusCode).toBe(404);
		expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
		expect(headers["cache-control"]).toBe("no-store");
		expect(body).toBe("There is nothing here\n");
	});
});

describe("what the service gets", () => {
	const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
	test.each(METHODS)("%s with path, query and body as they were sent", async (method) => {
		const { site, received } = await siteOverOk();
		const bytes = method === "GET" || method === "OPTIONS" ? [] : [0, 255, 31];

		const payload = bytes.length === 0 ? {} : { payload: Buffer.from(bytes) };
		await site.inject({ method, url: "/ingest/e/?ip=1&_=17", ...payload });

		expect(received).toMatchObject([{ method, url: "/e/?ip=1&_=17" }]);
		expect([...(received[0]?.body ?? [])]).toEqual(bytes);
	});

	test.each([
		"text/plain",
		"application/json",
		"example/anything",
	])("bytes of the type %s untouched, and more of them than a page may be sent", async (type) => {
		const { site, received } = await siteOverOk();
		const payload = Buffer.alloc(100_000, 0xfe);

		const { statusCode } = await site.inject({
			...POST,
			headers: { "content-type": type },
			payload,
		});

		expect(statusCode).toBe(200);
		expect(received[0]?.headers["content-type"]).toBe(type);
		expect(received[0]?.body.equals(payload)).toBe(true);
	});

	test("the base path of the site is left out", async () => {
		const { site, received } = await siteOverOk({ environment: { BASE_PATH: "/docs" } });

		await site.inject({ ...POST, url: "/docs/ingest/i/v0/e/" });
		const outside = await site.inject(POST);

		expect(received.map(({ url }) => url)).toEqual(["/i/v0/e/"]);
		expect(outside.statusCode).not.toBe(200);
	});

	test("the address of the visitor; no cookie, no key of an operator, and no address that the visitor names", async () => {
		const { site, received } = await siteOverOk();
		const names = ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip"];
		const headers = Object.fromEntries(names.map((name) => [name, "for=198.51.100.1"]));
		const secrets = { cookie: "session=secret", authorization: "Bearer phx_secret" };

		await site.inject({
			...POST,
			remoteAddress: "203.0.113.9",
			headers: { ...headers, ...secrets },
		});

		expect(received[0]?.headers["x-forwarded-for"]).toBe("203.0.113.9");
		expect(JSON.stringify(received[0]?.headers)).not.toMatch(/198\.51\.100\.1|secret/);
	});

	test.each([
		["Bearer phc_public", "Bearer phc_public"],
		["Bearer phx_secret", undefined],
	])("of %s in capture protocol v1 the key of a project alone", async (authorization, passed) => {
		const { site, received } = await siteOverOk();

		await site.inject({
			...POST,
			url: "/ingest/i/v1/analytics/events",
			headers: { authorization },
		});

		expect(received[0]?.headers.authorization).toBe(passed);
	});

	test("the address that a trusted proxy names", async () => {
		const { site, received } = await siteOverOk({ trustedProxies: ["127.0.0.1"] });
		const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };

		await site.inject({ ...POST, remoteAddress: "127.0.0.1", headers });

		expect(received[0]?.headers["x-forwarded-for"]).toBe("203.0.113.9");
	});

	test.each(targets.forOperators)("not %s, which is for operators", async (url) => {
		const { site, received } = await siteOverOk();

		const { statusCode } = await site.inject(url);

		expect(statusCode).toBe(404);
		expect(received).toEqual([]);
	});

	test.each([
		...[
			"/e/",
			"/i/v0/e",
			"/batch/",
			"/s/?ip=1",
			"/i/v1/analytics/events",
			"/decide/?v=3",
			"/flags/?v=2",
		],
		...["/array/phc_a/config?v=1", "/array/phc_a/config.js", "/array/phc_a/array.js"],
		...["/static/array.js", "/static/1.215.1/recorder.js?v=1", "/api/surveys/?token=phc_a"],
		...["/api/early_access_features/?token=phc_a", "/api/web_experiments/?token=phc_a"],
	])("%s of a client", async (url) => {
		const { site, received } = await siteOverOk();

		await site.inject(`/ingest${url}`);

		expect(received).toMatchObject([{ url }]);
	});

	test.each(targets.climbing)("nothing for %s, which climbs", async (url) => {
		const { origin, received } = await standIn((_request, response) => response.end("ok"));
		const site = await siteOver(`${origin}/below`);

		await site.inject(url);

		expect(received.filter((sent) => !sent.url.startsWith("/below/"))).toEqual([]);
		expect(received.map((sent) => sent.url)).not.toContain("/below/metrics");
	});

	test("a body while it is still being sent", async () => {
		const arrived = Promise.withResolvers<string>();
		const { origin } = await standIn((incoming, response) => {
			incoming.once("data", (chunk) => arrived.resolve(String(chunk)));
			incoming.once("end", () => response.end("ok"));
		}, "unread");
		const site = await siteOver(origin);
		const url = await site.listen({ host: "127.0.0.1", port: 0 });

		const outgoing = request(`${url}/ingest/e/`, {
			method: "POST",
			headers: { "content-length": "21" },
		});
		outgoing.write("first half");
		const firstHalf = await arrived.promise;
		outgoing.end("second half");
		const [response] = (await once(outgoing, "response")) as [IncomingMessage];
		response.resume();

		expect(firstHalf).toBe("first half");
		expect(response.statusCode).toBe(200);
	});
});

const FAILURES: readonly (readonly [number, string, () => Promise<string>])[] = [
	[502, "when nothing listens", async () => `http://127.0.0.1:${await freePort()}`],
	[502, "when the service breaks off", () => originOf(({ socket }) => void socket.destroy())],
	[503, "when the service's name is unknown", async () => "http://absent.invalid"],
	[504, "when the service takes too long", () => originOf(() => undefined)],
];

describe("what the client gets", () => {
	test("status, headers and body of the service, without its cookies and security headers", async () => {
		const { site } = await siteBefore((_request, response) => {
			response.writeHead(202, {
				"content-type": "application/json",
				"access-control-allow-origin": "*",
				"set-cookie": "id=1",
				"content-security-policy": "default-src *",
				"x-frame-options": "ALLOWALL",
			});
			response.end('{"status":1}');
		});

		const { statusCode, headers, body } = await site.inject(POST);

		expect([statusCode, body]).toEqual([202, '{"status":1}']);
		expect(headers).toMatchObject({
			"content-type": "application/json",
			"access-control-allow-origin": "*",
			"content-security-policy": expect.stringContaining("default-src 'none'"),
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
		});
		expect(headers["set-cookie"]).toBeUndefined();
	});

	test("what is packed already, as it is", async () => {
		const script = gzipSync("console.log(1);".repeat(500));
		const { site } = await siteBefore((_request, response) => {
			response.setHeader("content-encoding", "gzip").end(script);
		});

		const { headers, rawPayload } = await site.inject({
			url: "/ingest/static/array.js",
			headers: { "accept-encoding": "br, gzip" },
		});

		expect(headers["content-encoding"]).toBe("gzip");
		expect(rawPayload.equals(script)).toBe(true);
	});

	test.each(FAILURES)("%i %s, in plain text", async (status, _when, makeOrigin) => {
		const timeoutMs = status === 504 ? 100 : PATIENCE_MS;
		const site = await siteOver(await makeOrigin(), { timeoutMs });

		const { statusCode, headers, body } = await site.inject({ ...POST, payload: "" });

		expect(statusCode).toBe(status);
		expect(headers["cache-control"]).toBe("no-store");
		expect(body).toMatch(/^The analytics service .*\n$/);
	});

	test.each([
		[413, "a body that is too large", { payload: Buffer.alloc(3 * 1024 * 1024) }],
		[
			411,
			"a body of unknown length",
			{ headers: { "transfer-encoding": "chunked" }, payload: Readable.from(["no", "end"]) },
		],
	])("%i for %s, before it is sent on", async (status, _what, sent) => {
		const { site, received } = await siteOverOk();

		const { statusCode } = await site.inject({ ...POST, ...sent });

		expect(statusCode).toBe(status);
		expect(received).toEqual([]);
	});
});

type Listener = (incoming: IncomingMessage, response: ServerResponse) => void;

interface SiteOptions {
	readonly environment?: Readonly<Record<string, string>>;
	readonly trustedProxies?: readonly string[];
	readonly timeoutMs?: number;
}

const POST = { method: "POST", url: "/ingest/e/", payload: "{}" } as const;

async function siteBefore(listener: Listener, options: SiteOptions = {}) {
	const { origin, received } = await standIn(listener);
	return { site: await siteOver(origin, options), received };
}

/** A site before a service that answers "ok". */
function siteOverOk(options: SiteOptions = {}) {
	return siteBefore((_request, response) => response.end("ok"), options);
}

async function originOf(listener: Listener): Promise<string> {
	return (await standIn(listener)).origin;
}

async function siteOver(upstream: string, options: SiteOptions = {}) {
	const { environment, trustedProxies = [], timeoutMs = PATIENCE_MS } = options;
	const { service } = await createTestSite({
		files: FILES,
		...(environment === undefined ? {} : { environment }),
		dependencies: { trustedProxies, analytics: { upstream, timeoutMs } },
	});
	return service;
}

/**
 * A server in the place of the analytics service.
 *
 * @param reading `unread`: the listener reads the body itself, and nothing is written down.
 */
async function standIn(listener: Listener, reading: "read" | "unread" = "read") {
	const received: (Pick<IncomingMessage, "method" | "headers"> & { url: string; body: Buffer })[] =
		[];
	const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (reading === "read") {
			const { method, url = "", headers } = incoming;
			received.push({ method, url, headers, body: await buffer(incoming) });
		}
		listener(incoming, response);
	};
	const server = createServer((incoming, response) => void answer(incoming, response));
	return { origin: `http://127.0.0.1:${await listenForTest(server)}`, received };
}
