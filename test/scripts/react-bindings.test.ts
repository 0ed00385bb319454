import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { exportedNames, reactBindings } from "../../scripts/build/react-bindings.ts";

const ROOT = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const REACT = dirname(require.resolve("react"));

test("React's functions are called without an object between", async () => {
	const code = await bundled(`
		import React, { useId } from "react";
		import * as All from "react";
		import { jsx } from "react/jsx-runtime";
		export const called = [jsx("p", {}), All.createElement("p"), useId, React];
	`);

	expect(code).toContain('jsx("p", {})');
	expect(code).toContain('createElement("p")');
	expect(code).not.toMatch(/\bimport_\w+\.(?!default\b)/);
});

test("packages that require React have the one that modules have", async () => {
	const code = await bundled(`
		import { useId } from "react";
		export const isOne = useId === require("react").useId;
	`);

	const { isOne } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

	expect(isOne).toBe(true);
});

test.each([
	"react.production.js",
	"react-jsx-runtime.production.js",
])("every name of %s is exported", (file) => {
	const path = join(REACT, "cjs", file);
	const source = readFileSync(path, "utf8");

	expect(exportedNames(source).toSorted()).toEqual(Object.keys(require(path)).toSorted());
});

test("a React that exports in another way ends the build", () => {
	expect(() => exportedNames("export const useId = 1;")).toThrow("by an assignment");
});

async function bundled(contents: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: ROOT },
		absWorkingDir: ROOT,
		bundle: true,
		write: false,
		format: "esm",
		platform: "node",
		define: { "process.env.NODE_ENV": '"production"' },
		plugins: [reactBindings],
	});
	return outputFiles[0]?.text ?? "";
}
