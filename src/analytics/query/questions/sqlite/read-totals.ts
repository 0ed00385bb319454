import { isAboutBots, type QuestionOf } from "../../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../../wire/dashboard/stats.ts";
import type { LocalRange } from "../../figures/local-range.ts";
import { readPoints } from "../../figures/read-points.ts";
import { addTo, emptyTally } from "../../figures/tally.ts";
import type { Reader } from "../../threads/reader.ts";

/** @returns Figures by point where totals have all that is asked for. */
export function readTotals(
	{ rollUps }: Pick<Reader, "rollUps">,
	{
		question,
		unit,
	}: { readonly question: QuestionOf<"trend">; readonly unit: VisitorCounting["unit"] },
	range: LocalRange,
): readonly number[] | undefined {
	const { measure, events, filters } = question;
	if (filters.conditions.length > 0 || events !== undefined) return undefined;
	if (isAboutBots(question)) return undefined;
	const { of } = measure;
	if (of !== "views" && of !== "sessions" && of !== "visitors") return undefined;
	if (of === "visitors" && unit === "people") return undefined;
	return readPoints(rollUps, range).map((point) => addTo(emptyTally(), point)[of]);
}
