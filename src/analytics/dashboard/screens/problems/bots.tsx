import { type ReactElement, useState } from "react";
import type { ProblemsAnswer } from "../../../wire/dashboard/problems.ts";
import type { QueryAnswer } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionInput } from "../../../wire/dashboard/question.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";

type Bot = ProblemsAnswer["bots"][number];

/** Programs that say what they are, those of AI services first, with the pages that each has read. */
export function Bots({ bots }: Pick<ProblemsAnswer, "bots">): ReactElement {
	if (bots.length === 0) {
		return (
			<Empty title="No bots in this range">
				<p>Programs that identify themselves are counted here and nowhere else.</p>
			</Empty>
		);
	}
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
								{listed.map((bot) => (
									<li key={bot.name}>
										<BotRow bot={bot} />
									</li>
								))}
							</ul>
						</section>
					),
			)}
		</>
	);
}

function BotRow({ bot: { name, events } }: { readonly bot: Bot }): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
			<summary>
				<span className="problem-name">{visibleText(name)}</span>
				<span className="number">
					{formatFigure(events, "count")} {events === 1 ? "event" : "events"}
				</span>
			</summary>
			<div className="problem-body">
				<p className="hint">Pages read</p>
				{isOpen && <PagesRead bot={name} />}
			</div>
		</details>
	);
}

function PagesRead({ bot }: { readonly bot: string }): ReactElement {
	const { span, timeZone } = useQuestion();
	const question: QuestionInput = {
		...{ kind: "trend", measure: { of: "events" }, limit: 20 },
		...{ from: span.from, to: span.to, timezone: timeZone },
		filters: { conditions: [{ dimension: "bot", values: [bot] }] },
		breakdowns: [{ dimension: "page" }],
	};
	const path = `/api/v1/query?${new URLSearchParams({ question: JSON.stringify(question) })}`;
	const query = useAnswer<QueryAnswer>(path);
	return (
		<Answered what="the pages" query={query}>
			{(answer) => (
				<ul className="plain-list">
					{(answer.kind === "trend" ? answer.rows : []).map(({ values: [page], total }) => (
						<li key={page}>
							<span>{page == null ? "(unknown)" : visibleText(page)}</span>
							<span className="number">{formatFigure(total, "count")}</span>
						</li>
					))}
				</ul>
			)}
		</Answered>
	);
}
