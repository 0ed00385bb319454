import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkIsland } from "../../src/app/islands/check-island.ts";
import { MIDDLEWARE } from "../../src/app/middleware/registry.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { SITE_FILE_SETTINGS } from "../../src/platform/settings/site-file-settings.ts";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { openIconLibrary } from "../../src/server/icons/icon-library.ts";
import { createSiteIcons } from "../../src/server/icons/site-icons.ts";
import { rowsOfKeys, rowsUnder, VARIABLE_TABLES } from "../support/settings-rows.ts";

const HANDBOOK = fileURLToPath(new URL("../../site", import.meta.url));

test("nothing is wrong in the handbook", async () => {
	const log = createLogger({ service: "site", level: "silent" });
	const siteIcons = createSiteIcons({ siteFolder: HANDBOOK, warn: (message) => log.warn(message) });
	const { resolve: resolveIcon } = openIconLibrary({ siteIcons, log });

	const { problems } = await loadRevision({
		siteFolder: HANDBOOK,
		environment: {},
		resolveIcon,
		checkIsland,
		middleware: new Set(MIDDLEWARE.keys()),
	});

	expect(problems).toEqual([]);
});

test("the reference lists the settings of site.yaml as the code has them", () => {
	expect(rowsUnder(settingsPage(), "site.yaml")).toEqual(rowsOfKeys(SITE_FILE_SETTINGS));
});

test.each([...VARIABLE_TABLES])("the reference lists %s as the code has them", (heading, rows) => {
	expect(rowsUnder(settingsPage(), heading)).toEqual(rows);
});

function settingsPage(): string {
	return readFileSync(`${HANDBOOK}/pages/7.reference/1.settings.md`, "utf8");
}
