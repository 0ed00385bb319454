import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\ndescription: About examples\n",
	"pages/index.md": "# Welcome\n\nHello.\n",
	"pages/guide/index.md": "# Guide\n",
	"pages/guide/Getting-Started.md": "---\ntitle: Start here\n---\n\nThe first step.\n",
	"pages/café.md": "# Café\n",
	"pages/moved.md": "---\nredirect: /guide\n---\n",
};

test.each([
	["/", "Welcome | Example", "Hello."],
	["/caf%C3%A9", "Café | Example", "Café</h1>"],
	["/guide/Getting-Started", "Start here | Example", "The first step."],
])("%s is served with the title “%s”, and its text once", async (url, title, text) => {
	const { service, errors } = await createTestSite({ files: FILES });

	const { statusCode, headers, body } = await service.inject(url);

	expect(statusCode).toBe(200);
	expect(headers["content-type"]).toBe("text/html; charset=utf-8");
	expect(body).toContain(`<title>${title}</title>`);
	expect(body.split(text)).toHaveLength(2);
	expect(errors).toEqual([]);
});

// Slashes and encodings: `request-target.test.ts`; names of files: `revision.test.ts`.
test.each([
	// A page that names a redirect sends its visitors there, with their query.
	["/moved?page=2", "/guide?page=2", 307],
	["/Guide", "/guide", 308],
	["/guide/getting-started", "/guide/Getting-Started", 308],
	["/GUIDE/GETTING-STARTED?page=2&x=%20", "/guide/Getting-Started?page=2&x=%20", 308],
	["/guide/?page=2", "/guide?page=2", 308],
	["/guide/index", "/guide", 308],
])("%s is another address of %s", async (url, location, status) => {
	const response = await ask({ files: FILES }, url);

	expect(response.statusCode).toBe(status);
	expect(response.headers.location).toBe(location);
});

test("pages are asked for by GET and HEAD alone", async () => {
	const { service } = await createTestSite({ files: FILES });
	const sent = { headers: { "content-type": "text/plain" }, payload: "x".repeat(100_000) };

	for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
		const { statusCode, headers } = await service.inject({ method, url: "/guide", ...sent });

		expect([method, statusCode, headers.allow]).toEqual([method, 405, "GET, HEAD"]);
	}
});

test("the canonical link is built from configuration, whatever the request claims", async () => {
	const { body } = await ask(
		{ files: FILES },
		{
			url: "/guide?utm_source=x&page=2",
			headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
		},
	);

	expect(body).toContain('<link rel="canonical" href="https://example.org/guide?page=2"');
	expect(body).not.toContain("evil.example");
});
