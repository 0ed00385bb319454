import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readFixture } from "../support/read-fixture.ts";

const SENTENCES = readFixture<
	never,
	readonly (readonly [begins: string, file: string, test: string])[]
>("analytics/privacy-sentences.yaml");

test("every sentence of the handbook's page on privacy is held by a test that exists", () => {
	const sentences = sentencesOf(readFileSync("site/pages/5.analytics/3.privacy.md", "utf8"));

	const unheld = sentences.filter((text) => !SENTENCES.some(([begins]) => text.startsWith(begins)));
	const unsaid = SENTENCES.filter(([begins]) => !sentences.some((text) => text.startsWith(begins)));
	expect({ unheld, unsaid }).toEqual({ unheld: [], unsaid: [] });
	for (const [, file, name] of SENTENCES) {
		// The formatter may put a name on a line of its own.
		const calls = readFileSync(`test/${file}.test.ts`, "utf8").replaceAll(/\(\s+/g, "(");
		const isThere = [`("${name}`, `(\`${name}`].some((call) => calls.includes(call));
		expect(isThere, `${file}: ${name}`).toBe(true);
	}
});

/** What the page promises: no headings, no heads of tables, no code. */
function sentencesOf(page: string): readonly string[] {
	return page
		.replace(/^---\n.*?\n---\n/s, "")
		.replace(/^```.*?^```/gms, "")
		.split("\n")
		.filter((line) => line !== "" && !/^#|^\| (?:What|---)/.test(line))
		.flatMap((line) => line.replace(/^- /, "").split(/(?<=[.!?]\)?) (?=[(`*A-Z])/));
}
