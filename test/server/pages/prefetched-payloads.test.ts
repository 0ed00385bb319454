import { expect, test } from "vitest";
import { PREFETCH_HEADER } from "../../../src/shared/page/payload.ts";
import { startLiveSite } from "../../support/start-live-site.ts";

const COUNTER = "globalThis.runs = (globalThis.runs ?? 0) + 1;";

test("a payload that is fetched ahead runs no loader for a visible link, and is no error", async () => {
	const site = await startLiveSite(
		{
			"pages/index.md": "# Home\n",
			"pages/plain.md": "# Plain\n",
			"pages/stock.tsx": `export const loader = () => { ${COUNTER} return 7; };\nexport default () => <p>Stock</p>;`,
			"pages/kept.tsx":
				"export const cacheSeconds = 60;\nexport const loader = () => 8;\nexport default () => <p>Kept</p>;",
			"pages/refused.tsx":
				'export const loader = () => { throw new Response("No", { status: 403 }); };\nexport default () => <p>No</p>;',
			"api/runs.ts": "export const GET = () => new Response(String(globalThis.runs ?? 0));",
		},
		{ SITE_CODE: "true" },
	);
	const ask = async (path: string, prefetch?: string) => {
		const headers = prefetch === undefined ? {} : { [PREFETCH_HEADER]: prefetch };
		return (await fetch(`${site.url}${path}/_payload.json`, { headers })).status;
	};

	expect(await ask("/plain", "visible")).toBe(200);
	expect(await ask("/kept", "visible")).toBe(200);
	expect(await ask("/missing", "visible")).toBe(204);
	expect(await ask("/refused", "pointed")).toBe(204);
	expect(await ask("/stock", "visible")).toBe(204);
	expect(await (await fetch(`${site.url}/api/runs`)).text()).toBe("0");
	expect(await ask("/stock", "pointed")).toBe(200);
	expect(await ask("/missing")).toBe(404);
	expect(await ask("/refused")).toBe(403);
});
