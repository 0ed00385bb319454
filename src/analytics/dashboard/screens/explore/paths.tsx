import type { ReactElement } from "react";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { Empty } from "../../components/state-notices.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { formatCount } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import type { AnswerViewProps, QuestionKind } from "./question-kind.ts";
import { StepFields } from "./step-fields.tsx";

/** What visitors do before and after a page or an event. */
export const PATHS: QuestionKind<"paths"> = {
	label: "Paths",
	steps: ["page:/"],
	missing: "Enter a page, an event or a goal above.",
	Fields: ({ draft, onChange }) => (
		<StepFields
			labels={["Around"]}
			steps={[draft.steps[0] ?? "page:"]}
			onChange={(steps) => onChange({ steps })}
		/>
	),
	questionOf: ({ selectors: [anchor], common }) => anchor && { kind: "paths", anchor, ...common },
	View,
	rowsOf: ({ steps }) => [
		["Step", "Page or event", "Sessions"],
		...steps.flatMap(({ offset, rows, other }) =>
			[...rows, { label: "All others", count: other }].map(({ label, count }) => [
				offset,
				label,
				count,
			]),
		),
	],
};

/** Pages and events before or after the anchor, step by step. */
function View({ answer }: AnswerViewProps<AnswerTo<"paths">>): ReactElement {
	const { sessions, steps } = answer;
	if (sessions === 0) {
		return (
			<Empty title="No sessions in this range">
				Choose a longer range, or another page or event above.
			</Empty>
		);
	}
	return (
		<>
			<p className="series-total">
				<strong>{formatCount(sessions)}</strong> {sessions === 1 ? "session" : "sessions"}
			</p>
			<div className="paths">
				{steps.map(({ offset, rows, other }) => (
					<section key={offset} aria-label={stepLabel(offset)}>
						<h3>{stepLabel(offset)}</h3>
						{rows.length === 0 ? (
							<p className="hint">No data</p>
						) : (
							<BarTable
								caption={stepLabel(offset)}
								head={["Page or event", "Sessions"]}
								rows={other === 0 ? rows : [...rows, { label: "All others", count: other }]}
								keyOf={({ label }) => label ?? ""}
								figureOf={({ count }) => count}
							>
								{({ label }) => (
									<span className="breakdown-name">
										{label === null
											? offset < 0
												? "Session begins"
												: "Session ends"
											: visibleText(label)}
									</span>
								)}
							</BarTable>
						)}
					</section>
				))}
			</div>
		</>
	);
}

function stepLabel(offset: number): string {
	const steps = Math.abs(offset) === 1 ? "1 step" : `${Math.abs(offset)} steps`;
	return `${steps} ${offset < 0 ? "before" : "after"}`;
}
