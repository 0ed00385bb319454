import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SITE_FILE_SETTINGS } from "../../src/platform/settings/site-file-settings.ts";
import { rowsOfKeys, rowsUnder, VARIABLE_TABLES } from "../support/settings-rows.ts";

const HANDBOOK = fileURLToPath(new URL("../../site", import.meta.url));

// That nothing is wrong in it: `examples.test.ts`.
test("the reference lists the settings of site.yaml as the code has them", () => {
	expect(rowsUnder(settingsPage(), "site.yaml")).toEqual(rowsOfKeys(SITE_FILE_SETTINGS));
});

test.each([...VARIABLE_TABLES])("the reference lists %s as the code has them", (heading, rows) => {
	expect(rowsUnder(settingsPage(), heading)).toEqual(rows);
});

function settingsPage(): string {
	return readFileSync(`${HANDBOOK}/pages/7.reference/1.settings.md`, "utf8");
}
