import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startAnalytics } from "../support/analytics.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("the dashboard's page is served for each of its paths, and never kept", async () => {
	const { service } = dashboard();

	for (const url of ["/dashboard/", "/dashboard/people/some%2Fone", "/dashboard/flags"]) {
		const response = await service.inject(url);

		expect([response.statusCode, response.body]).toEqual([200, "<html>the page</html>"]);
		expect(response.headers).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
		});
		const policy = String(response.headers["content-security-policy"]);
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain("unsafe");
	}
});

test("hashed files are kept for good, and sent as the build has compressed them", async () => {
	const { service } = dashboard();

	const plain = await service.inject("/dashboard/assets/main.abc.js");
	const brotli = await service.inject({
		url: "/dashboard/assets/main.abc.js",
		headers: { "accept-encoding": "br" },
	});

	expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
	expect(plain.body).toBe("start()");
	expect([brotli.headers["content-encoding"], brotli.body]).toEqual(["br", "as brotli"]);
});

test.each([
	"/dashboard/assets/missing.js",
	"/dashboard/assets/../../secret.txt",
	"/dashboard/assets/..%2f..%2fsecret.txt",
	"/dashboard/assets/%2e%2e/%2e%2e/secret.txt",
])("%s is not there", async (url) => {
	const { service } = dashboard();

	const response = await service.inject(url);

	expect(response.statusCode).toBe(404);
	expect(response.body).not.toContain("secret");
});

test("the root leads to the dashboard", async () => {
	const response = await dashboard().service.inject("/");

	expect([response.statusCode, response.headers.location]).toEqual([302, "/dashboard/"]);
});

test("without a build it says so", async () => {
	const { service } = startAnalytics({ dashboardFolder: `${temporaryFolder()}/none` });

	const response = await service.inject("/dashboard/");

	expect([response.statusCode, response.body]).toEqual([503, "The dashboard is not built"]);
});

function dashboard() {
	const folder = temporaryFolder();
	const dashboardFolder = `${folder}/dashboard`;
	mkdirSync(`${dashboardFolder}/assets`, { recursive: true });
	writeFileSync(`${folder}/secret.txt`, "secret");
	writeFileSync(`${dashboardFolder}/index.html`, "<html>the page</html>");
	writeFileSync(`${dashboardFolder}/assets/main.abc.js`, "start()");
	writeFileSync(`${dashboardFolder}/assets/main.abc.js.br`, "as brotli");
	return startAnalytics({ dashboardFolder });
}
