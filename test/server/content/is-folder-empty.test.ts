import { join } from "node:path";
import { expect, test } from "vitest";
import { isFolderEmpty } from "../../../src/server/content-worker/site-reader.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

test.each([
	["has a page", () => writeSiteFolder({ "index.md": "# Mine\n" }), false],
	["is missing", async () => join(await writeSiteFolder({}), "nowhere"), true],
	["is empty", () => writeSiteFolder({}), true],
	["has only hidden files", () => writeSiteFolder({ ".gitkeep": "" }), true],
])("a folder that %s", async (_what, create, isEmpty) => {
	expect(await isFolderEmpty(await create())).toBe(isEmpty);
});

test("a file in the place of the folder is an error for the operator", async () => {
	const folder = await writeSiteFolder({ "site.zip": "PK" });

	await expect(isFolderEmpty(join(folder, "site.zip"))).rejects.toThrow(
		/SITE_DIR must name a folder that can be read: ".*site\.zip" gave Error: ENOTDIR/,
	);
});
