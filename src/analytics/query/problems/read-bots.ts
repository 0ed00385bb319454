import { isAiAgent } from "../../../shared/bots/ai-agents.ts";
import type { ProblemsAnswer } from "../../wire/dashboard/problems.ts";
import type { Refused } from "../api/refused.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { answerRange } from "../figures/read-range.ts";
import { largestRows } from "../questions/counted-figures.ts";
import { readTotalRows } from "../questions/overview/read-totals.ts";
import type { Reader } from "../threads/reader.ts";

/** The programs that identify themselves; of all problems they alone are in the store. */
export function readBots(
	reader: Reader,
	question: RowsQuestion,
): Pick<ProblemsAnswer, "from" | "to" | "timezone" | "bots"> | Refused {
	return answerRange(reader, question, (range) => {
		const { limit } = question;
		const rows = readTotalRows(reader, range, { breakdowns: ["bot"], limit });
		const bots = largestRows(rows, "bot", { limit }).map(({ value, views }) => ({
			name: value,
			events: views,
			is_ai_agent: isAiAgent(value),
		}));
		return { bots };
	});
}
