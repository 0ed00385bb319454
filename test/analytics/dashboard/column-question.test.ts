import { expect, test } from "vitest";
import { columnQuestion } from "../../../src/analytics/dashboard/screens/behavior/column-question.ts";
import { VOTES } from "../../../src/analytics/dashboard/screens/content.tsx";
import { parseQuestion } from "../../../src/analytics/dashboard/state/question.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { NOON } from "../../support/new-event.ts";
import { CHROME } from "../../support/visitor.ts";

test.each([
	"",
	"filter=browser:is:Chrome&match=any",
])("each column of votes counts only its own votes, with the filters ?%s", async (address) => {
	const { capture, ask } = startAnalytics({ now: NOON });
	for (const [path, helpful] of [
		["/a", "no"],
		["/a", "yes"],
		["/a", "no"],
		["/b", "yes"],
	]) {
		const properties = { helpful, $browser: "Chrome", $pathname: path, $lib: "web" };
		await capture({ event: "page feedback", distinct_id: "ann", properties }, CHROME);
	}
	const range = {
		asked: { from: "2026-01-15", to: "2026-01-16", timezone: "UTC" },
		question: parseQuestion(new URLSearchParams(address)),
	};

	const answers = await Promise.all(
		VOTES.map((column) => ask({ ...columnQuestion(column, range) })),
	);

	expect(
		answers.map(({ rows }) =>
			rows.map((row: { values: string[]; total: number }) => [...row.values, row.total]),
		),
	).toEqual([
		[["/a", 2]],
		[
			["/a", 1],
			["/b", 1],
		],
	]);
});
