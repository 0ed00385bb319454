import type { ReactElement } from "react";
import type { EventNamesAnswer } from "../../../api-types/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useGoals } from "../../api/use-saved.ts";
import { Choice } from "../../components/choice.tsx";
import { Tool } from "../../components/tool.tsx";
import { MAX_STEPS } from "./draft.ts";
import { TextField } from "./text-field.tsx";

export interface StepFieldsProps {
	/** Labels, one for each step. */
	readonly labels: readonly string[];
	readonly steps: readonly string[];
	/** Whether a step can match any event. */
	readonly isOptional?: boolean;
	readonly canGrow?: boolean;
	readonly onChange: (steps: readonly string[]) => void;
}

const STEP_KINDS: readonly (readonly [string, string])[] = [
	["page", "Page"],
	["event", "Event"],
	["goal", "Goal"],
];

/** Fields for a sequence of pages, events or goals. */
export function StepFields(props: StepFieldsProps): ReactElement {
	const { labels, steps, isOptional = false, canGrow = false, onChange } = props;
	const names = useAnswer<EventNamesAnswer>("/api/v1/events/names?limit=200");
	const events = names.data?.results.map(({ event }) => event);
	const goals = useGoals();
	const replace = (index: number, step: string): void => onChange(steps.with(index, step));
	return (
		<ol className="explore-steps">
			{steps.map((step, index) => {
				const label = labels[index] ?? "";
				const kind = /^(page|event|goal):/.exec(step)?.[1] ?? "";
				const text = step.slice(kind.length + 1);
				return (
					// Steps have no identity except their index.
					// biome-ignore lint/suspicious/noArrayIndexKey: two may be the same.
					<li key={index}>
						<Choice
							label={label}
							value={kind}
							options={isOptional ? [["", "Any event"], ...STEP_KINDS] : STEP_KINDS}
							onChoose={(chosen) => replace(index, emptyStep(chosen, goals[0]?.[0]))}
						/>
						{kind === "goal" ? (
							<Choice
								label={`${label}: goal`}
								isLabelHidden
								value={text}
								options={goals.length === 0 ? [["", "No goals yet"]] : goals}
								onChoose={(goal) => replace(index, `goal:${goal}`)}
							/>
						) : (
							kind !== "" && (
								<TextField
									label={kind === "page" ? `${label}: path` : `${label}: name`}
									isLabelHidden
									text={text}
									placeholder={kind === "page" ? "/docs/*" : "signup"}
									list={kind === "event" ? (events ?? []) : undefined}
									onWrite={(written) => replace(index, `${kind}:${written}`)}
								/>
							)
						)}
						{canGrow && steps.length > 2 && (
							<Tool
								look="icon"
								aria-label={`Remove ${label}`}
								onClick={() => onChange(steps.toSpliced(index, 1))}
								icon="close"
							/>
						)}
					</li>
				);
			})}
			{canGrow && steps.length < MAX_STEPS && (
				<li>
					<Tool onClick={() => onChange([...steps, "page:"])} icon="plus">
						Add step
					</Tool>
				</li>
			)}
		</ol>
	);
}

function emptyStep(kind: string, goal = ""): string {
	if (kind === "") return "";
	return kind === "goal" ? `goal:${goal}` : `${kind}:`;
}
