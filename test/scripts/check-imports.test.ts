import { expect, test } from "vitest";
import { findImportErrors, readImports } from "../../scripts/check-imports.ts";
import { readFixture } from "../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

/** Imports in every form, each wrong in its way. */
const WRONG: Readonly<Record<string, { readonly files: SiteFiles; readonly error: string }>> =
	readFixture<{ readonly files: SiteFiles; readonly error: string }>("wrong-imports.yaml");

test.each(Object.entries(WRONG))("a wrong import is found: %s", async (_name, { files, error }) => {
	const imports = readImports(await writeSiteFolder(files));

	expect(findImportErrors(imports)).toEqual([error]);
});

test("a folder and its parent, and the doors between layers, may import each other", async () => {
	const imports = readImports(
		await writeSiteFolder({
			"src/server/a.ts": 'import { b } from "./one/b.ts"; import { z } from "zod";',
			"src/server/one/c.ts": 'import { d } from "../d.ts";',
			"src/server/serve-site.ts": 'import { render } from "../app/entry-server.tsx";',
			"src/migrate/a.ts": 'import { b } from "../server/content/b.ts";',
		}),
	);

	expect(imports).toHaveLength(4);
	expect(findImportErrors(imports)).toEqual([]);
});
