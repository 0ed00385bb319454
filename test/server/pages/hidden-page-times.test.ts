import { expect, test } from "vitest";
import { lengthsOf } from "../../support/lengths.ts";
import { createTestSite } from "../../support/test-site.ts";

const { pages } = lengthsOf("test/server/pages/hidden-page-times.test.ts");

/** By chance alone, so many of each kind come this far from one half once in thirty thousand runs. */
const FARTHEST = Math.max(4.2 / Math.sqrt(6 * pages), 0.1);

test.each([
	["its document", (name: string) => `/guide/${name}`],
	["its payload", (name: string) => `/guide/${name}/_payload.json?test-build`],
])("a hidden page and an absent one take as long to answer: %s", async (_what, targetOf) => {
	const drafts = Array.from({ length: pages }, (_, index) => [
		`pages/guide/${nameOf("hidden", index)}.md`,
		`---\ndraft: true\n---\n# Draft ${index}\n\n${"Words. ".repeat(300)}\n`,
	]);
	const { service } = await createTestSite({
		files: {
			"pages/index.md": "# Home\n",
			"pages/guide/a.md": "# A\n",
			...Object.fromEntries(drafts),
		},
	});
	const ask = async (kind: "hidden" | "absent", index: number): Promise<number> => {
		const startedMs = performance.now();
		await service.inject(targetOf(nameOf(kind, index)));
		return performance.now() - startedMs;
	};
	for (let index = 0; index < 50; index += 1) await ask("absent", pages + index);

	const hidden: number[] = [];
	const absent: number[] = [];
	for (let index = 0; index < pages; index += 1) {
		// In turns, and each first as often as the other.
		if (index % 2 === 0) hidden.push(await ask("hidden", index));
		absent.push(await ask("absent", index));
		if (index % 2 === 1) hidden.push(await ask("hidden", index));
	}

	expect(Math.abs(shareOfSlower(hidden, absent) - 0.5)).toBeLessThan(FARTHEST);
});

/** Hidden pages have even numbers and absent ones odd, so that their names are as like other names. */
function nameOf(kind: "hidden" | "absent", index: number): string {
	return `page-${String(2 * index + (kind === "hidden" ? 0 : 1)).padStart(6, "0")}`;
}

/**
 * In how many of all pairs the first takes longer: one half if nothing tells them apart.
 *
 * @see https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
 */
function shareOfSlower(one: readonly number[], other: readonly number[]): number {
	const all = [
		...one.map((time) => ({ time, isFirst: true })),
		...other.map((time) => ({ time, isFirst: false })),
	].toSorted((a, b) => a.time - b.time);
	let [faster, pairs] = [0, 0];
	for (const { isFirst } of all) {
		if (isFirst) pairs += faster;
		else faster += 1;
	}
	return pairs / (one.length * other.length);
}
