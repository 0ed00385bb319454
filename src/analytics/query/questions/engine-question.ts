import type { Question, QuestionOf } from "../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../wire/dashboard/stats.ts";
import type { LocalRange } from "../figures/local-range.ts";
import type { AskedQuestion } from "./query-engine.ts";

/** A question of a kind with its range resolved. */
export interface EngineQuestion<Kind extends Question["kind"]>
	extends Pick<AskedQuestion, "goals" | "now"> {
	readonly question: QuestionOf<Kind>;
	readonly range: LocalRange;
	/** What it is compared with. */
	readonly before: LocalRange | undefined;
	/** What one visitor is. */
	readonly unit: VisitorCounting["unit"];
}
