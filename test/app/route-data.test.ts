import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeRouteData, encodeRouteData, wholeText } from "../../src/app/route-data.ts";

test("data of loaders arrives as it is, with each value that JSON lacks", async () => {
	const value = fc.anything({
		withBigInt: true,
		withDate: true,
		withMap: true,
		withSet: true,
		maxDepth: 3,
		key: fc.string().filter((key) => key !== "__proto__"),
	});
	await fc.assert(
		fc.asyncProperty(value, async (loaded) => {
			const data = { loaderData: { page: loaded }, actionData: null };

			const text = await wholeText(await encodeRouteData(data), []);

			expect(await decodeRouteData(text)).toStrictEqual(data);
		}),
		{ numRuns: 1000 },
	);
});

test("plain data is JSON, and an object that occurs twice stays one object", async () => {
	const user = { name: "Ann" };
	const once = { loaderData: { page: [user] } };

	const { text } = await encodeRouteData(once);
	const both = await encodeRouteData({ loaderData: { page: [user, user] } });
	const { loaderData } = await decodeRouteData(both.text);

	expect(text).toBe(JSON.stringify(once));
	const [first, second] = loaderData["page"] as readonly object[];
	expect(first).toBe(second);
});
