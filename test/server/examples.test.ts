import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { checkSite } from "../../src/server/commands/check-site.ts";

const ROOT = join(import.meta.dirname, "../..");
const ENTRY = pathToFileURL(join(ROOT, "dist/server/content-worker/content-thread.js"));

test.for([
	"site",
	...globSync("examples/*/", { cwd: ROOT }),
])("%s has no problems", async (folder) => {
	const { report } = await checkSite([join(ROOT, folder)], {
		entry: ENTRY,
		environment: {},
		code: {
			root: join(ROOT, "dist/kit"),
			buildThread: new URL("../site-code/build-thread.js", ENTRY).href,
		},
	});

	expect(report).toBe("No problems");
});
