import { join } from "node:path";
import { expect, test } from "vitest";
import { startUpgradableSite } from "../../support/upgradable-site.ts";

const DIST = join(import.meta.dirname, "../../../dist");

test("a site with pages of code alone starts again, with the build of the last process", async () => {
	const files = { "pages/index.tsx": "export default () => <h1>Only code</h1>;" };
	const site = await startUpgradableSite(files, DIST, { SITE_CODE: "true" });
	const { buildId } = await readiness();

	await site.upgrade(DIST);

	expect(await (await fetch(site.url)).text()).toContain("Only code");
	expect((await readiness()).buildId).toBe(buildId);

	async function readiness(): Promise<{ readonly buildId: string }> {
		return (await fetch(`${site.url}/readyz`)).json();
	}
});
