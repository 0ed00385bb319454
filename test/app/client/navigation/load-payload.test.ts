import { expect, test } from "vitest";
import {
	loadPayload,
	type PayloadSource,
} from "../../../../src/app/client/navigation/load-payload.ts";
import { BUILD_HEADER } from "../../../../src/shared/page/payload.ts";

test("a payload is asked for under the base path, with the build id and the page's query", async () => {
	const asked: string[] = [];

	await loadPayload(sourceAnswering(documentPayload(), asked), { path: "/a b", query: "?page=2" });

	expect(asked).toEqual(["/docs/a%20b/_payload.json?build-1&page=2"]);
});

test("the build that answers is told", async () => {
	const builds: string[] = [];
	const answer = documentPayload({ headers: { [BUILD_HEADER]: "build-2" } });
	const source = { ...sourceAnswering(answer), onBuild: (id: string) => void builds.push(id) };

	await loadPayload(source, { path: "/", query: "" });

	expect(builds).toEqual(["build-2"]);
});

test.each([
	["a page of a proxy", () => new Response("<h1>Sign in</h1>")],
	["half a body", () => new Response('{"kind":"pa')],
	["JSON that is no payload", () => Response.json({ kind: "surprise" })],
])("%s is no usable answer", async (_name, answer) => {
	const payload = await loadPayload(sourceAnswering(answer()), { path: "/", query: "" });

	expect(payload).toBeUndefined();
});

test.each([502, 503, 504])("a proxy's %i says that the server is away", async (status) => {
	const answer = new Response("<h1>Bad Gateway</h1>", { status });

	const payload = await loadPayload(sourceAnswering(answer), { path: "/", query: "" });

	expect(payload).toBe("unreachable");
});

test("a lost connection is no usable answer", async () => {
	const source = {
		...sourceAnswering(documentPayload()),
		fetch: () => Promise.reject(new TypeError()),
	};

	const payload = await loadPayload(source, { path: "/", query: "" });

	expect(payload).toBeUndefined();
});

test("a request that was called off says so", async () => {
	const source = {
		...sourceAnswering(documentPayload()),
		async fetch(_url: unknown, init?: RequestInit): Promise<Response> {
			init?.signal?.throwIfAborted();
			return documentPayload();
		},
	};

	const loading = loadPayload(source, { path: "/", query: "", signal: AbortSignal.abort() });

	await expect(loading).rejects.toThrow(DOMException);
});

function documentPayload(init?: ResponseInit): Response {
	return Response.json({ kind: "document" }, init);
}

function sourceAnswering(answer: Response, asked: string[] = []): PayloadSource {
	return {
		basePath: "/docs",
		buildId: "build-1",
		onBuild: () => undefined,
		async fetch(url) {
			asked.push(String(url));
			return answer;
		},
	};
}
