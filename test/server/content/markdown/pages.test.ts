import { describe, expect, test } from "vitest";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";
import { readFixture } from "../../../support/read-fixture.ts";
import { htmlWithTargets } from "../html-of-body.ts";

/** Markdown, and all of the HTML that becomes of it: one text, several that mean the same, or each its own. */
interface Case {
	readonly text?: string;
	readonly same?: readonly string[];
	readonly html?: string;
	readonly each?: Readonly<Record<string, string>>;
	/** Beginnings of all problems, each with its line. */
	readonly problems?: readonly string[];
}

describe.each([
	["pages", false],
	["author-html", true],
] as const)("fixtures/markdown/%s.yaml", (file, html) => {
	const renderer = createBodyRenderer({
		html,
		resolveIcon: (name) => (name === "lucide:rocket" ? "<svg>rocket</svg>" : undefined),
		checkIsland: () => undefined,
	});

	test.each(Object.entries(readFixture<Case>(`markdown/${file}.yaml`)))("%s", (_name, wanted) => {
		const { text = "", same = [text], html: shown = "", each } = wanted;
		const pairs = Object.entries(each ?? Object.fromEntries(same.map((one) => [one, shown])));
		const expected = wanted.problems ?? (each === undefined ? [] : undefined);

		for (const [source, target] of pairs) {
			const { body, problems } = renderer.render("a.md", source, 1);

			expect(htmlWithTargets(body).replace(/\n$/, ""), source).toBe(target);
			if (expected === undefined) continue;
			const said = problems.map(({ line, message }, index) =>
				`${line} ${message}`.slice(0, expected[index]?.length),
			);
			expect(said, source).toEqual(expected);
		}
	});
});
