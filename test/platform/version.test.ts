import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../src/platform/version.ts";

test("the version is the same in the code, the package, its lock, the image and the changelog", () => {
	const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
	const [, inImage] = /image\.version="(.+?)"/.exec(readFileSync("Dockerfile", "utf8")) ?? [];
	const changelog = readFileSync("CHANGELOG.md", "utf8");
	const [, newest] = /^## \[(\d.+?)\] - \d{4}-\d\d-\d\d$/m.exec(changelog) ?? [];

	const versions = [
		JSON.parse(readFileSync("package.json", "utf8")).version,
		lock.version,
		lock.packages[""].version,
		inImage,
		newest,
	];

	expect(versions).toEqual(versions.map(() => VERSION));
});
