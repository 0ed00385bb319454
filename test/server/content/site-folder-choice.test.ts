import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSiteFolder } from "../../../src/server/content/site-folder-choice.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

test("the operator's folder is served when there is something in it", async () => {
	const folder = await writeSiteFolder({ "index.md": "# Mine\n" });

	expect(await chooseSiteFolder(folder, "/embedded")).toBe(folder);
});

test.each([
	["no folder is named", async () => undefined],
	["it is absent", async () => join(await writeSiteFolder({}), "nowhere")],
	["it is empty", () => writeSiteFolder({})],
	["it holds dot files alone", () => writeSiteFolder({ ".gitkeep": "" })],
])("the embedded site is served when %s", async (_when, named) => {
	expect(await chooseSiteFolder(await named(), "/embedded")).toBe("/embedded");
});

test("a file in the place of the folder is the operator's to mend", async () => {
	const folder = await writeSiteFolder({ "site.zip": "PK" });

	await expect(chooseSiteFolder(join(folder, "site.zip"), "/embedded")).rejects.toThrow(
		/SITE_DIR must name a folder that can be read: ".*site\.zip" gave Error: ENOTDIR/,
	);
});
