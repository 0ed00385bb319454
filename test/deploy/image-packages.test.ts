import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Of a package that the bundler does not see, since it is loaded at run time. */
const LOADED = /(?:\bload|\brequire|import\.meta\.resolve)\("((?:@[\w-]+\/)?[a-z][\w.-]*)/g;

test("the image has the files of each package that a service loads at run time", () => {
	const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8");
	const files = globSync("src/{server,analytics}/**/*.ts", { cwd: ROOT });
	const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
	const loading = texts.filter((text) =>
		/import \{ createRequire \} from "node:module"/.test(text),
	);
	const names = new Set(
		loading.flatMap((text) => [...text.matchAll(LOADED)].map(([, name]) => name)),
	);

	expect(names).toContain("katex");
	expect([...names].filter((name) => !dockerfile.includes(`node_modules/${name}/`))).toEqual([]);
});
