import type { ReactElement } from "react";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { Choice } from "../../components/choice.tsx";
import { RowTable } from "../../components/tables/table.tsx";
import { formatCount, formatDuration, formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { BreakdownFields } from "./breakdown-fields.tsx";
import { DAY_SECONDS, type QuestionFormProps } from "./draft.ts";
import type { AnswerViewProps, QuestionKind } from "./question-kind.ts";
import { StepFields } from "./step-fields.tsx";

/** Steps that visitors take one after the other. */
export const FUNNEL: QuestionKind<"funnel"> = {
	label: "Funnel",
	steps: ["page:", "event:"],
	missing: "Enter at least two steps above: pages, events or goals.",
	Fields,
	questionOf: ({ draft, selectors, breakdowns, common }) => {
		const steps = selectors.filter((step) => step !== undefined);
		if (steps.length < 2 || steps.length < selectors.length) return undefined;
		const { by, windowSeconds: window_seconds } = draft;
		const [breakdown] = breakdowns;
		return { kind: "funnel", steps, by, window_seconds, breakdown, ...common };
	},
	isOfVisitors: () => true,
	View,
	rowsOf: ({ steps, rows }) => [
		["Value of breakdown", ...steps.map(({ label }) => label)],
		["All", ...steps.map(({ count }) => count)],
		...rows.map(({ value, counts }) => [value, ...counts]),
	],
};

const WINDOWS = [
	[String(1_800), "30 minutes"],
	[String(3_600), "1 hour"],
	[String(DAY_SECONDS), "1 day"],
	[String(7 * DAY_SECONDS), "7 days"],
	[String(30 * DAY_SECONDS), "30 days"],
] as const;

function Fields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { steps, windowSeconds } = draft;
	const shown = steps.length < 2 ? [...steps, ...FUNNEL.steps].slice(0, 2) : steps;
	return (
		<>
			<StepFields
				labels={shown.map((_, index) => `Step ${index + 1}`)}
				steps={shown}
				canGrow
				onChange={(changed) => onChange({ steps: changed })}
			/>
			<Choice
				label="Within"
				value={String(windowSeconds)}
				options={
					WINDOWS.some(([seconds]) => Number(seconds) === windowSeconds)
						? WINDOWS
						: [...WINDOWS, [String(windowSeconds), `${windowSeconds} seconds`]]
				}
				onChoose={(text) => onChange({ windowSeconds: Number(text) })}
			/>
			<Choice
				label="Per"
				value={draft.by}
				options={[
					["visitor", "Visitor"],
					["session", "Session"],
				]}
				onChoose={(by) => onChange({ by })}
			/>
			<BreakdownFields draft={draft} onChange={onChange} />
		</>
	);
}

/** Each step with a bar, its median time, and the actions of visitors who do not reach the next step. */
function View({ answer }: AnswerViewProps<AnswerTo<"funnel">>): ReactElement {
	const { steps, rows } = answer;
	return (
		<>
			<ol className="funnel">
				{steps.map(({ label: name, count, rate, median_ms, left, instead }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same page may be two steps.
					<li key={index}>
						<div className="funnel-step">
							<span
								className="bar"
								style={{ inlineSize: `${(rate ?? 0) * 100}%` }}
								aria-hidden="true"
							/>
							<strong>
								{index + 1}. {visibleText(name)}
							</strong>
							<span>
								{formatCount(count)} ({formatFigure(rate, "percent")})
							</span>
							{median_ms !== null && <span>median {formatDuration(median_ms)}</span>}
						</div>
						{left > 0 && (
							<details>
								<summary>{formatCount(left)} dropped off</summary>
								<ul>
									{instead.map(({ label, count: times }) => (
										<li key={label}>
											{label === null ? "No next event" : visibleText(label)}: {formatCount(times)}
										</li>
									))}
								</ul>
							</details>
						)}
					</li>
				))}
			</ol>
			{(rows.length > 1 || (rows[0] ?? { value: null }).value !== null) && (
				<RowTable
					caption="Steps by breakdown"
					rows={rows}
					columns={[
						{
							label: "Value",
							cell: ({ value }) => (value === null ? "(not set)" : visibleText(value)),
						},
						...steps.map(({ label }, index) => ({
							label: `${index + 1}. ${visibleText(label)}`,
							isNumber: true,
							cell: ({ counts }: (typeof rows)[number]) => formatCount(counts[index] ?? null),
						})),
					]}
				/>
			)}
		</>
	);
}
