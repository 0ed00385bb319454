import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSearchSite } from "../../support/search-site.ts";
import { ask, createTestSite, type TestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Tea\n",
	"index.md": "# Welcome\n",
	"guide/brewing.md":
		"---\ndescription: How to.\n---\n# Brewing\n\n## Green tea\n\nEighty degrees.\n",
};

test("the official client lists the tools, searches, lists pages and reads one", async () => {
	const site = await createSearchSite(FILES);
	const client = await connect(site);

	const { tools } = await client.listTools();
	const found = await call(client, "search", { query: "eighty" });
	const listed = await call(client, "list_pages", {});
	const read = await call(client, "read_page", { path: "/guide/brewing" });

	expect(tools.map(({ name }) => name)).toEqual(["search", "read_page", "list_pages"]);
	expect(found).toContain("## Brewing\n/guide/brewing");
	expect(listed).toBe("- /: Welcome\n- /guide/brewing: Brewing (How to.)");
	expect(read).toBe("# Brewing\n\n## Green tea\n\nEighty degrees.\n");
	await client.close();
});

test.for([
	["no JSON-RPC", [], -32_600],
	["an unknown method", { jsonrpc: "2.0", id: 1, method: "resources/list" }, -32_601],
	["an unknown tool", rpc("tools/call", { name: "rm", arguments: {} }), -32_602],
	["a call without a name", rpc("tools/call", {}), -32_602],
] as const)("%s is answered with an error of the protocol", async ([, payload, code]) => {
	const response = await ask({ files: FILES }, { method: "POST", url: "/mcp", payload });

	expect(response.json()).toMatchObject({ error: { code } });
});

test("arguments that are wrong are told to the model", async () => {
	const { service } = await createTestSite({ files: FILES });
	const ask = async (name: string, words: object): Promise<string> => {
		const payload = rpc("tools/call", { name, arguments: words });
		return (await service.inject({ method: "POST", url: "/mcp", payload })).body;
	};

	expect(await ask("search", {})).toContain('"isError":true');
	expect(await ask("read_page", { path: "/nowhere" })).toContain("There is no page");
	expect(await ask("search", { query: "tea" })).toContain("not available");
});

test("other sites, other methods and too many calls are refused", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: 0 });
	onTestFinished(() => void vi.useRealTimers());
	const { service } = await createTestSite({ files: FILES });
	const post = async (headers = {}): Promise<number> =>
		(await service.inject({ method: "POST", url: "/mcp", headers, payload: rpc("ping", {}) }))
			.statusCode;
	const stream = await service.inject({ url: "/mcp", headers: { accept: "text/event-stream" } });

	expect(stream.statusCode).toBe(405);
	expect(await post({ origin: "https://evil.example" })).toBe(403);
	const statuses = [];
	for (let count = 0; count < 121; count += 1) statuses.push(await post());
	expect(statuses.slice(-2)).toEqual([200, 429]);
	vi.setSystemTime(60_001);
	expect(await post()).toBe(200);
});

test("without it there is no service, and a page of the author may have its address", async () => {
	const files = { ...FILES, "site.yaml": "mcp: false\n", "mcp.md": "# Mine\n" };
	const { service } = await createTestSite({ files });

	const [posted, page] = await Promise.all([
		service.inject({ method: "POST", url: "/mcp", payload: rpc("ping", {}) }),
		service.inject("/mcp"),
	]);

	expect(posted.statusCode).toBe(404);
	expect(page.body).toContain("Mine");
});

async function connect({ service }: TestSite): Promise<Client> {
	const address = await service.listen({ host: "127.0.0.1", port: 0 });
	const client = new Client({ name: "test", version: "1" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
	return client;
}

async function call(client: Client, name: string, words: Record<string, unknown>): Promise<string> {
	const { content } = await client.callTool({ name, arguments: words });
	const [first] = content as readonly { readonly text: string }[];
	return first?.text ?? "";
}

function rpc(method: string, params: object): object {
	return { jsonrpc: "2.0", id: 1, method, params };
}
