import { createServer, request as forward } from "node:http";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { listenForTest } from "../support/listen-for-test.ts";
import { follow, openHydrated } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"pages/index.md": "# Welcome\n\n[Guide](./guide.md)\n\n![A picture](/picture.svg)\n",
	"pages/guide.md": "# Guide\n\n[Home](./index.md) [Paper](./paper.txt)\n",
	"pages/paper.txt": "Paper\n",
	"public/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};

test("behind a proxy that keeps the prefix, everything stays inside it and answers", async ({
	page,
}) => {
	const site = await startTestSite(FILES, { BASE_PATH: "/docs" });
	const { origin, requested } = await startPrefixProxy(new URL(site.url).origin, "/docs");

	await openHydrated(page, `${origin}/docs`);
	await follow(page, "Guide");
	const addressOfGuide = page.url();
	await follow(page, "Home", "Welcome");
	await crawl(origin, "/docs");

	expect(addressOfGuide).toBe(`${origin}/docs/guide`);
	expect(page.url()).toBe(`${origin}/docs`);
	expect(requested.filter(({ url }) => !/^\/docs(?:[/?]|$)/.test(url))).toEqual([]);
	expect(requested.filter(({ status }) => status >= 400)).toEqual([]);
	expect(requested.length).toBeGreaterThan(8);
});

interface ForwardedRequest {
	readonly url: string;
	readonly status: number;
}

/** A proxy that forwards what lies below its prefix, unchanged, and notes everything it was asked. */
async function startPrefixProxy(
	upstream: string,
	prefix: string,
): Promise<{ origin: string; requested: ForwardedRequest[] }> {
	const requested: ForwardedRequest[] = [];
	const proxy = createServer((incoming, outgoing) => {
		const url = incoming.url ?? "/";
		if (!url.startsWith(prefix)) {
			requested.push({ url, status: 404 });
			outgoing.writeHead(404).end();
			return;
		}
		const onward = forward(upstream + url, { headers: incoming.headers }, (answer) => {
			requested.push({ url, status: answer.statusCode ?? 0 });
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(onward);
	});
	const port = await listenForTest(proxy);
	return { origin: `http://127.0.0.1:${port}`, requested };
}

/** Asks for every URL that a document names, and for those that the answers name. */
async function crawl(origin: string, start: string): Promise<void> {
	const seen = new Set([start]);
	for (const path of seen) {
		const response = await fetch(origin + path);
		if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
		for (const [, url = ""] of (await response.text()).matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
			seen.add(url);
		}
	}
}
