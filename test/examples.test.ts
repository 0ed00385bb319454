import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Lines of docstrings below `@example`: a call, and what it gives. */
const EXAMPLES = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).flatMap((file) =>
	[...readFileSync(join(ROOT, file), "utf8").matchAll(/^ \* @example\n((?: \* .+; \/\/ .+\n)+)/gm)]
		.flatMap(([, lines = ""]) => [...lines.matchAll(/^ \* (.+); \/\/ (.+)$/gm)])
		.map(([, call = "", result = ""]) => ({ file, call, result })),
);

test("there are examples", () => {
	expect(EXAMPLES.length).toBeGreaterThan(20);
});

test.each(EXAMPLES)("$file: $call gives $result", async ({ file, call, result }) => {
	const exports: Record<string, unknown> = await import(join(ROOT, file));
	const run = compileFunction(`return [${call}, ${result}];`, Object.keys(exports));

	const [given, promised] = run(...Object.values(exports));

	expect(given).toEqual(promised);
});
