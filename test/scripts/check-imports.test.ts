import { expect, test } from "vitest";
import { findImportErrors, readImports } from "../../scripts/check-imports.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

/** Imports in every form, each wrong in its way. */
const WRONG: Readonly<Record<string, { readonly files: SiteFiles; readonly error: string }>> = {
	"a type of another layer": {
		files: { "src/shared/a.ts": 'import type { B } from "../app/b.ts";' },
		error: "src/shared/a.ts must not import src/app/b.ts",
	},
	"a re-export of another layer": {
		files: { "src/app/a.ts": 'export { b } from "../server/b.ts";' },
		error: "src/app/a.ts must not import src/server/b.ts",
	},
	"a part of the server that adopt may not have": {
		files: { "src/adopt/a.ts": 'const b = await import("../server/live/b.ts");' },
		error: "src/adopt/a.ts must not import src/server/live/b.ts",
	},
	"a layer around its own": {
		files: { "src/analytics/wire/a.ts": 'import { b } from "../store/b.ts";' },
		error: "src/analytics/wire/a.ts must not import src/analytics/store/b.ts",
	},
	"the app beside its door": {
		files: { "src/server/serve-site.ts": 'import { b } from "../app/router.tsx";' },
		error: "src/server/serve-site.ts must not import src/app/router.tsx",
	},
	"two folders": {
		files: {
			"src/server/one/a.ts": 'import type { B } from "../two/deep/b.ts";',
			"src/server/two/deep/c.ts": 'import { D } from "../../one/d.ts";',
		},
		error: "Two folders must not import each other: src/server/one ↔ src/server/two/deep",
	},
};

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
			"src/adopt/a.ts": 'import { b } from "../server/content/b.ts";',
		}),
	);

	expect(imports).toHaveLength(4);
	expect(findImportErrors(imports)).toEqual([]);
});
