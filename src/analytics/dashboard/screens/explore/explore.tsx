import type { ReactElement } from "react";
import * as z from "zod";
import { send } from "../../api/request.ts";
import { QUESTIONS } from "../../api/use-saved.ts";
import { Card } from "../../components/card.tsx";
import { Form } from "../../components/form.tsx";
import { FilterBar } from "../../components/question/filter-bar.tsx";
import { QuestionHeader } from "../../components/question/question-bar.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { countedLabel } from "../../format/labels.ts";
import { useQuestion } from "../../state/use-question.ts";
import { namesOf, useDraft } from "./draft.ts";
import { GoalList } from "./goal-list.tsx";
import { draftQuestion, KINDS, kindOf } from "./kinds.ts";
import { QuestionAnswer, type QuestionAnswerProps } from "./question-answer.tsx";
import { SavedList } from "./saved-questions.tsx";

/** A form for any question with the answer below it, and the saved questions. */
export function Explore(): ReactElement {
	const range = useQuestion();
	const [draft, change] = useDraft({ replace: true, preventScrollReset: true });
	const question = draftQuestion(draft, range);
	const kind = kindOf(draft);
	const { label, missing, Fields } = KINDS[kind];
	return (
		<>
			<QuestionHeader title="Explore" offers={kind === "trend" ? ["comparison", "interval"] : []} />
			<Card title="Question" className="explore-question">
				<div className="explore-form">
					<Tabs
						label="Kind of question"
						tabs={namesOf(KINDS).map((name) => ({ name, label: KINDS[name].label }))}
						chosen={kind}
						onChoose={(chosen) =>
							change({ kind: chosen, steps: KINDS[chosen].steps, breakdown: "" })
						}
					/>
					<Fields draft={draft} onChange={change} />
				</div>
				<FilterBar />
			</Card>
			<Card title={label}>
				{question === undefined ? (
					<Empty title="The question is not complete">{missing}</Empty>
				) : (
					<>
						<QuestionAnswer
							question={question}
							view={draft.view}
							title={
								question.kind === "trend" ? countedLabel(question.measure, question.events) : label
							}
						/>
						<SaveForm question={question} view={draft.view} />
					</>
				)}
			</Card>
			<SavedList />
			<GoalList />
		</>
	);
}

const newQuestion = z.object({
	name: z
		.string()
		.max(100)
		.meta({ title: "Save this question as", placeholder: "Signups by source" }),
	is_on_overview: z.boolean().meta({ title: "Show on the overview" }),
});

/** Saves the question under a name, without a range: the screen that shows it sets the range. */
function SaveForm({ question, view }: Omit<QuestionAnswerProps, "title">): ReactElement {
	const { from: _from, to: _to, timezone: _timezone, ...saved } = question;
	return (
		<Form
			needs="editor"
			schema={newQuestion}
			submit="Save question"
			refreshes={QUESTIONS}
			send={(body) => send("POST", QUESTIONS, { ...body, view, question: saved })}
		/>
	);
}
