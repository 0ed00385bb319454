import type { ReactElement } from "react";
import type { ProblemsAnswer } from "../../../wire/dashboard/problems.ts";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { formatCounted } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import { CountList, Problem } from "./problem.tsx";

/** Programs that say what they are, those of AI services first, with the pages that each has read. */
export function Bots({ bots }: Pick<ProblemsAnswer, "bots">): ReactElement {
	const lists = [
		["AI agents", bots.filter((bot) => bot.is_ai_agent)],
		["Other bots", bots.filter((bot) => !bot.is_ai_agent)],
	] as const;
	return (
		<>
			{lists.map(
				([caption, listed]) =>
					listed.length > 0 && (
						<section key={caption} aria-label={caption}>
							<h3>{caption}</h3>
							<ul className="problem-list">
								{listed.map(({ name, events }) => (
									<Problem
										key={name}
										name={visibleText(name)}
										figure={formatCounted(events, "event")}
									>
										{() => <PagesRead bot={name} />}
									</Problem>
								))}
							</ul>
						</section>
					),
			)}
		</>
	);
}

function PagesRead({ bot }: { readonly bot: string }): ReactElement {
	const { asked } = useQuestion();
	const path = questionPath({
		...{ kind: "trend", measure: { of: "events" }, limit: 20 },
		...asked,
		filters: { conditions: [{ dimension: "bot", values: [bot] }] },
		breakdowns: [{ dimension: "page" }],
	});
	const query = useAnswer<AnswerTo<"trend">>(path);
	return (
		<>
			<p className="hint">Pages read</p>
			<Answered what="the pages" query={query}>
				{({ rows }) => (
					<CountList
						rows={rows.map(({ values: [page], total }) => [
							page == null ? "(unknown)" : visibleText(page),
							total,
						])}
					/>
				)}
			</Answered>
		</>
	);
}
