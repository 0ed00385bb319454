import { connect } from "node:net";
import { expect, test } from "vitest";
import targets from "../../fixtures/http/request-targets.json" with { type: "json" };
import { createTestSite, type TestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n",
	"pages/draft.md": "---\ndraft: true\n---\n\nSecret.\n",
	"pages/later.md": "---\npublishAt: 2026-11-21\n---\n\nSecret.\n",
	"pages/over.md": "---\nexpiresAt: 2026-11-19\n---\n\nSecret.\n",
};

test("an unknown path gets the error page: 404, not indexed, not stored", async () => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject("/nope?page=2");

	expect(response.statusCode).toBe(404);
	expect(response.headers["cache-control"]).toBe("no-store");
	expect(response.body).toContain("<title>404 - Page not found: /nope | Example</title>");
	expect(response.body).toContain("Page Not Found</h1>");
	expect(response.body).toContain('<meta name="robots" content="noindex"');
	expect(response.body).not.toContain('rel="canonical"');
});

test.each([
	"/draft",
	"/later",
	"/over",
])("%s is hidden, and answers like a page that does not exist", async (path) => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject(`${path}?x=1`);

	expect(response.statusCode).toBe(404);
	expect(response.body).toContain(`Page not found: ${path}`);
	expect(response.body).not.toContain("Secret");
});

test("another spelling of a draft does not tell that it exists", async () => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject("/DRAFT");

	expect(response.statusCode).toBe(404);
});

test("markup in a path stays text", async () => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject("/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
	const decoded = await service.inject("/%3Cimg%20src=x%20onerror=alert(1)%3E");

	expect(response.statusCode).toBe(404);
	expect(response.body).not.toContain("<script>alert");
	expect(decoded.body).not.toContain("<img src=x");
	expect(decoded.body).toContain("&lt;img src=x");
});

test("a client that prefers JSON gets problem details", async () => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject({
		url: "/nope",
		headers: { accept: "application/json" },
	});

	expect(response.statusCode).toBe(404);
	expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
	expect(response.json()).toMatchObject({
		type: "about:blank",
		title: "Page Not Found",
		status: 404,
		detail: "Page not found: /nope",
	});
});

test.each([
	"text/html,application/xhtml+xml,*/*;q=0.8",
	"*/*",
	undefined,
])("a client that accepts %s gets the page", async (accept) => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject({
		url: "/nope",
		headers: accept === undefined ? {} : { accept },
	});

	expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
});

test.each([
	["GET", "/about%/_payload.json?test-build", "Bad Request"],
	["POST", "/guide", "Method Not Allowed"],
	["GET", "/nope", "Page Not Found"],
] as const)("problem details are titled for what they are: %s %s", async (method, url, title) => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject({
		method,
		url,
		headers: { accept: "application/json" },
	});

	expect(response.headers["content-type"]).toContain("application/problem+json");
	expect(response.json()).toMatchObject({ title, status: response.statusCode });
});

test("a failure says nothing to the visitor and everything to the log", async () => {
	const site = await createTestSite({
		files: FILES,
		dependencies: {
			now: () => {
				throw new Error("The clock is gone");
			},
		},
	});

	const response = await site.service.inject("/");

	expect(response.statusCode).toBe(500);
	expect(response.body).toContain("Internal Server Error");
	expect(response.body).not.toContain("clock");
	expect(site.errors.join()).toContain("The clock is gone");
	expect(site.errors.join()).toContain("reqId");
});

test.each([
	...targets.hostile,
	...targets.unroutable,
])("the hostile path %s finds nothing", async (url) => {
	const site = await createTestSite({ files: { ...FILES, ".env": "SECRET=1" } });

	const { status, body } = await rawRequest(site, `GET ${url} HTTP/1.1`);

	expect(status).toBe(404);
	expect(body).not.toMatch(/root:|SECRET=|name: Example/);
});

test.each(targets.malformed)("the malformed path %s is refused", async (url) => {
	const site = await createTestSite({ files: FILES });

	const { status } = await rawRequest(site, `GET ${url} HTTP/1.1`);

	expect(status).toBe(400);
});

test("an overlong path is refused by the status for it", async () => {
	const site = await createTestSite({ files: FILES });

	const { status } = await rawRequest(site, `GET /${"a".repeat(9_000)} HTTP/1.1`);

	expect(status).toBe(414);
});

test("a path that fills the headers is refused before it is read", async () => {
	const site = await createTestSite({ files: FILES });

	const { status } = await rawRequest(site, `GET /${"a".repeat(20_000)} HTTP/1.1`);

	expect(status).toBe(431);
});

test("what is not HTTP is refused", async () => {
	const site = await createTestSite({ files: FILES });

	const { status } = await rawRequest(site, "GARBAGE");

	expect(status).toBe(400);
});

/** Sends a request line as it is: HTTP clients would tidy the path first. */
async function rawRequest(
	{ service }: TestSite,
	requestLine: string,
): Promise<{ readonly status: number; readonly body: string }> {
	await service.listen({ host: "127.0.0.1", port: 0 });
	const address = service.server.address();
	if (address === null || typeof address === "string") throw new TypeError("No port");
	const text = await new Promise<string>((resolve, reject) => {
		let received = "";
		const socket = connect(address.port, "127.0.0.1", () => {
			socket.write(`${requestLine}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
		});
		socket.setEncoding("utf8");
		socket.on("data", (chunk: string) => {
			received += chunk;
		});
		socket.on("close", () => resolve(received));
		socket.on("error", reject);
	});
	const [head = "", ...body] = text.split("\r\n\r\n");
	return { status: Number(head.split(" ")[1]), body: body.join("\r\n\r\n") };
}
