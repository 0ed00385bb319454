import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeReport } from "../../../src/server/commands/write-report.ts";
import type { Problem } from "../../../src/server/content/problem.ts";

const SCHEMA = join(import.meta.dirname, "../../fixtures/schemas/sarif.json");

/** Names of files and quoted words as no author writes them on purpose. */
const ODD_TEXT = fc.string({ unit: "binary", minLength: 1 });

const PLACES = fc.record({ line: fc.integer({ min: 1 }), column: fc.integer({ min: 1 }) });

const PROBLEMS: fc.Arbitrary<readonly Problem[]> = fc.array(
	fc
		.tuple(ODD_TEXT, ODD_TEXT, fc.option(PLACES, { nil: {} }))
		.map(([file, word, place]) => ({ file, message: `Link "${word}" leads nowhere`, ...place })),
);

test("a report in SARIF is what its schema says, whatever files and links are called", async () => {
	const validate = addFormats
		.default(new Ajv({ allowUnionTypes: true }))
		.compile(JSON.parse(await readFile(SCHEMA, "utf8")));

	fc.assert(
		fc.property(PROBLEMS, ODD_TEXT, (problems, folder) => {
			const report = writeReport(problems, { format: "sarif", folder });
			validate(JSON.parse(report));
			expect(validate.errors ?? []).toEqual([]);
		}),
	);
	expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
});

test("an annotation is one line, whatever files and links are called", () => {
	fc.assert(
		fc.property(PROBLEMS, (problems) => {
			const report = writeReport(problems, { format: "github", folder: "." });
			const lines = report === "" ? [] : report.split(/\r\n|[\r\n]/);
			expect(lines).toHaveLength(problems.length);
			for (const line of lines) expect(line).toMatch(/^::warning file=[^:,]+(?:,[^:]+)?::/);
		}),
	);
});
