import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSite } from "../support/start-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BUILD = join(import.meta.dirname, "../../dist");

test("without development packages, DEVELOPMENT is refused with a sentence that says what to do", async () => {
	// Not below `node_modules`, like an image.
	const buildFolder = temporaryFolder();
	for (const part of ["server", "manifest.json"]) {
		await cp(join(BUILD, part), join(buildFolder, part), { recursive: true });
	}
	const environment = { SITE_CODE: "true", DEVELOPMENT: "true" };

	const starting = startSite({ buildFolder, siteFolder: buildFolder, environment });

	await expect(starting).rejects.toThrow(
		/DEVELOPMENT needs the package "oxc-transform".*remove the variable, or run "npm run dev"/,
	);
});
