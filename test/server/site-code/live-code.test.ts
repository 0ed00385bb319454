import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SiteCode } from "../../../src/server/content/site-code.ts";
import type { PageCall } from "../../../src/server/pages/code-runner.ts";
import { LiveCode } from "../../../src/server/site-code/live-code.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A code thread whose loaders return the request. */
const ECHO = `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ id, input }) =>
	parentPort.postMessage({ id, output: { kind: "pass", data: input?.request } }),
);
`;

test("a cached loader result depends on nothing that its key lacks", async () => {
	const { code, live } = await echoingCode();
	const load = (url: string, method = "GET") =>
		live.load(code, callTo({ url, method, headers: [["cookie", "a=b"]] }));

	const poisoned = await load("https://evil.example/list?page=2", "HEAD");
	const own = await load("https://example.org/list?page=2");
	const again = await load("https://example.org/list?page=2", "HEAD");
	const other = await load("https://example.org/list?page=3");

	const dataFor = (url: string) => ({
		kind: "pass",
		data: { url, method: "GET", headers: [] },
		headers: [],
	});
	expect(poisoned).toEqual(dataFor("https://evil.example/list?page=2"));
	expect(own).toEqual(dataFor("https://example.org/list?page=2"));
	expect(again).toBe(own);
	expect(other).toEqual(dataFor("https://example.org/list?page=3"));
});

function callTo(request: PageCall["request"]): PageCall {
	return { id: "pages/list", path: "/list", params: {}, middleware: [], request };
}

async function echoingCode() {
	const module = join(temporaryFolder(), "code.mjs");
	await writeFile(module, ECHO);
	const page = { id: "pages/list", cacheSeconds: 60 };
	// `load()` reads only these members.
	const code = { module, pages: [page] } as unknown as SiteCode;
	const log = { error: console.error, warn: console.error };
	const live = new LiveCode({ resolveIcon: () => undefined, log });
	onTestFinished(() => live.close());
	return { code, live };
}
