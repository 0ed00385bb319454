import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { bundleDashboard, type DashboardBundle } from "../../../scripts/build/bundle-dashboard.ts";
import { SCREENS } from "../../../src/analytics/dashboard/frame/screen-list.ts";
import type { BuiltFile } from "../../../src/server/site-code/bundle/build-id.ts";

/** What the first screen may weigh, everything together. */
const BUDGET_BYTES = 250_000;

let bundle: DashboardBundle;

beforeAll(async () => {
	bundle = await bundleDashboard(process.cwd());
});

test("the first load stays within its budget", () => {
	const files = [bundle.page, ...firstAssets()];

	const bytes = files.reduce(
		(sum, { contents }) => sum + brotliCompressSync(contents).byteLength,
		0,
	);

	expect(files.length).toBeGreaterThan(3);
	expect(bytes).toBeLessThan(BUDGET_BYTES);
});

test("the other screens are not part of the first load", () => {
	const names = firstAssets().map(({ path }) => path);

	for (const { path } of SCREENS.filter(({ path }) => path !== "/")) {
		const screen = path.slice(1);
		const chunk = bundle.assets.find(({ path }) => path.startsWith(`dashboard/assets/${screen}.`));
		expect(chunk, screen).toBeDefined();
		expect(names).not.toContain(chunk?.path);
	}
});

test("the page has no script or style in it, and names nothing from elsewhere", () => {
	const html = textOf(bundle.page);

	expect(html).not.toMatch(/<style|style=|<script(?![^>]* src="\/dashboard\/assets\/)/);
	for (const file of [bundle.page, ...bundle.assets.filter(({ path }) => path.endsWith(".css"))]) {
		expect(textOf(file)).not.toMatch(
			/(?:src|href)="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import/,
		);
	}
});

test("the same sources give the same files", async () => {
	const again = await bundleDashboard(process.cwd());

	expect(again).toEqual(bundle);
});

/** Everything that the page names. */
function firstAssets(): readonly BuiltFile[] {
	const html = textOf(bundle.page);
	return bundle.assets.filter(({ path }) => html.includes(`/${path}"`));
}

function textOf({ contents }: BuiltFile): string {
	return new TextDecoder().decode(contents);
}
