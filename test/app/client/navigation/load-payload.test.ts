import { expect, test } from "vitest";
import {
	loadPayload,
	type PayloadSource,
} from "../../../../src/app/client/navigation/load-payload.ts";
import { BUILD_HEADER } from "../../../../src/shared/page/payload.ts";

test("a payload is asked for under the base path, with the build id and the page's query", async () => {
	const asked: string[] = [];

	await loadPayload(sourceAnswering(documentPayload(), asked), {
		url: "https://site.example/docs/a%20b?page=2#part",
	});

	expect(asked).toEqual(["/docs/a%20b/_payload.json?build-1&page=2"]);
});

test("the build that answers is told", async () => {
	const builds: string[] = [];
	const answer = documentPayload({ headers: { [BUILD_HEADER]: "build-2" } });
	const source = { ...sourceAnswering(answer), onBuild: (id: string) => void builds.push(id) };

	await loadPayload(source, { url: "https://site.example/docs" });

	expect(builds).toEqual(["build-2"]);
});

test.each<[string, () => Response | Promise<never>, undefined | "unreachable"]>([
	["a page of a proxy", () => new Response("<h1>Sign in</h1>"), undefined],
	["half a body", () => new Response('{"kind":"pa'), undefined],
	["JSON that is no payload", () => Response.json({ kind: "surprise" }), undefined],
	["a lost connection", () => Promise.reject(new TypeError()), undefined],
	...[502, 503, 504].map((status): [string, () => Response, "unreachable"] => [
		`a proxy's ${status}`,
		() => new Response("<h1>Bad Gateway</h1>", { status }),
		"unreachable",
	]),
])("%s is no usable answer, or says that the server is away", async (_name, answer, said) => {
	const source = { ...sourceAnswering(documentPayload()), fetch: async () => answer() };

	expect(await loadPayload(source, { url: "https://site.example/docs" })).toBe(said);
});

test("a request that was called off says so", async () => {
	const source = {
		...sourceAnswering(documentPayload()),
		async fetch(_url: unknown, init?: RequestInit): Promise<Response> {
			init?.signal?.throwIfAborted();
			return documentPayload();
		},
	};

	const loading = loadPayload(source, {
		url: "https://site.example/docs",
		signal: AbortSignal.abort(),
	});

	await expect(loading).rejects.toThrow(DOMException);
});

function documentPayload(init?: ResponseInit): Response {
	return Response.json({ kind: "document" }, init);
}

function sourceAnswering(answer: Response, asked: string[] = []): PayloadSource {
	return {
		buildId: "build-1",
		onBuild: () => undefined,
		async fetch(url) {
			asked.push(String(url));
			return answer;
		},
	};
}
