import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

const ADDRESSES = ["/", "/nope", "/_payload.json", "/%", "/healthz"];

test.each(ADDRESSES)("%s carries the security headers", async (url) => {
	const { headers } = await ask({ files: { "pages/index.md": "# Welcome\n" } }, url);

	expect(headers).toMatchObject({
		"x-content-type-options": "nosniff",
		"x-frame-options": "DENY",
		"cross-origin-opener-policy": "same-origin",
		"referrer-policy": "strict-origin-when-cross-origin",
	});
	expect(headers["content-security-policy"]).toContain("default-src 'none'");
	expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
});

test("the policy allows the one inline script of a page by its hash, and there is no other", async () => {
	const { body, headers } = await ask({ files: { "pages/index.md": "# Welcome\n" } }, "/");

	const inline = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code ?? "");
	const hashes = inline.map((code) => createHash("sha256").update(code).digest("base64"));
	expect(hashes).toHaveLength(1);
	expect(headers["content-security-policy"]).toContain(`'sha256-${hashes[0]}'`);
});

test("the policy is the same on every page", async () => {
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n", "pages/dark.md": "---\ncolorMode: dark\n---\n" },
	});

	const [first, second] = await Promise.all([service.inject("/"), service.inject("/dark")]);

	expect(second.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
});

test.each([
	[{ HTTP_BASE_URL: "/api" }, "connect-src 'self';"],
	[{ HTTP_BASE_URL: "https://api.example/v1" }, "connect-src 'self' https://api.example;"],
	[{ POSTHOG_KEY: "", POSTHOG_HOST: "/ingest" }, "connect-src 'self';"],
	[{ POSTHOG_KEY: "phc_1", POSTHOG_HOST: "/ingest" }, "connect-src 'self';"],
	[
		{ POSTHOG_KEY: "phc_1", POSTHOG_HOST: "https://events.example/below" },
		"connect-src 'self' https://events.example;",
	],
	[{ POSTHOG_KEY: "", POSTHOG_HOST: "https://events.example" }, "connect-src 'self';"],
])("with %j the policy says %s", async (variables, directive) => {
	const files = { "pages/index.md": "# Welcome\n" };
	const environment = { ICONS_PUBLIC_FALLBACK: "no", ...variables };

	const { headers } = await ask({ files, environment }, "/");

	expect(headers["content-security-policy"]).toContain(directive);
});
