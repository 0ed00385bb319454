import { isAiAgent } from "../../../shared/bots/ai-agents.ts";
import type { ProblemsAnswer } from "../../wire/dashboard/problems.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { largestRows } from "../questions/counted-figures.ts";
import { readTotalRows } from "../questions/overview/read-totals.ts";
import type { Reader } from "../threads/reader.ts";

/** The programs that identify themselves; of all problems they alone are in the store. */
export function readBots(
	reader: Reader,
	question: RowsQuestion,
): Pick<ProblemsAnswer, "from" | "to" | "timezone" | "bots"> | Refused {
	const asked = readRange(reader.database, question);
	if (isRefused(asked)) return asked;
	const { from, to, timezone } = asked.range;
	const { limit } = question;
	const rows = readTotalRows(reader, asked.range, { breakdowns: ["bot"], limit });
	return {
		from: new Date(from).toISOString(),
		to: new Date(to).toISOString(),
		timezone,
		bots: largestRows(rows, "bot", { limit }).map(({ value, views }) => ({
			name: value,
			events: views,
			is_ai_agent: isAiAgent(value),
		})),
	};
}
