import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { palettes } from "../../scripts/build/palettes.ts";
import {
	bundleClient,
	type ClientBundle,
} from "../../src/server/site-code/bundle/bundle-client.ts";

const ROOT = join(import.meta.dirname, "../..");
let bundle: ClientBundle;

beforeAll(async () => {
	bundle = await bundleClient(ROOT, [palettes]);
}, 60_000);

test("no source is in two chunks, and so no library is", () => {
	const counts = new Map<string, number>();
	for (const { inputs } of Object.values(bundle.metafile.outputs)) {
		for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
			if (bytesInOutput > 0) counts.set(source, (counts.get(source) ?? 0) + 1);
		}
	}

	expect(counts.size).toBeGreaterThan(100);
	expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
});

test("no package is there in two versions", () => {
	const nested = Object.keys(bundle.metafile.inputs).filter(
		(source) => source.split("node_modules/").length > 2,
	);

	expect(nested).toEqual([]);
});

test("the first view leaves out what only some pages or later moments need", () => {
	const { outputs } = bundle.metafile;
	const { entry, pages } = bundle.manifest;
	const first = new Set([...entry.scripts, ...(pages["page"]?.scripts ?? [])]);
	const sources = Object.entries(outputs)
		.filter(([path]) => first.has(path.split("/").at(-1) ?? ""))
		.flatMap(([, { inputs }]) => Object.keys(inputs));

	expect(sources).toContain("src/app/router.tsx");
	expect(sources.filter((source) => LATER.test(source))).toEqual([]);
});

/** Analytics, icons, the HTTP client, route rules, flags, components of bodies and islands. */
const LATER =
	/posthog-js|iconify|web-vitals|flag-blocks|consent-keeper|prefetch-links|route-matcher|component-body|src\/app\/islands\//;
