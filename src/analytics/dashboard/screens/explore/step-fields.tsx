import type { ReactElement } from "react";
import type { EventNamesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useGoals } from "../../api/use-saved.ts";
import { Icon } from "../../components/icon.tsx";
import { TextField } from "./text-field.tsx";

export interface StepFieldsProps {
	/** One for each step. */
	readonly labels: readonly string[];
	readonly steps: readonly string[];
	/** Whether a step may stand for any event. */
	readonly isOptional?: boolean;
	readonly canGrow?: boolean;
	readonly onChange: (steps: readonly string[]) => void;
}

const MAX_STEPS = 8;
const STEP_KINDS = [
	["page", "Page"],
	["event", "Event"],
	["goal", "Goal"],
] as const;

/** Pages, events or goals, one after the other. */
export function StepFields(props: StepFieldsProps): ReactElement {
	const { labels, steps, isOptional = false, canGrow = false, onChange } = props;
	const names = useAnswer<EventNamesAnswer>("/api/v1/events/names?limit=200");
	const goals = useGoals();
	const replace = (index: number, step: string): void => onChange(steps.with(index, step));
	return (
		<ol className="explore-steps">
			{steps.map((step, index) => {
				const label = labels[index] ?? "";
				const kind = /^(page|event|goal):/.exec(step)?.[1] ?? "";
				const text = step.slice(kind.length + 1);
				return (
					// Steps have no name but their place.
					// biome-ignore lint/suspicious/noArrayIndexKey: two may be the same.
					<li key={index}>
						<label className="select">
							<span>{label}</span>
							<select
								value={kind}
								onChange={({ target: { value } }) =>
									replace(
										index,
										value === "goal"
											? `goal:${goals[0]?.key ?? ""}`
											: value === ""
												? ""
												: `${value}:`,
									)
								}
							>
								{isOptional && <option value="">Any event</option>}
								{STEP_KINDS.map(([name, text]) => (
									<option key={name} value={name}>
										{text}
									</option>
								))}
							</select>
						</label>
						{kind === "goal" ? (
							<label className="select">
								<span className="visually-hidden">{label}: goal</span>
								<select
									value={text}
									onChange={({ target }) => replace(index, `goal:${target.value}`)}
								>
									{goals.length === 0 && <option value="">No goals yet</option>}
									{goals.map(({ key, definition }) => (
										<option key={key} value={key}>
											{definition.name}
										</option>
									))}
								</select>
							</label>
						) : (
							kind !== "" && (
								<TextField
									label={kind === "page" ? `${label}: path` : `${label}: name`}
									isLabelHidden
									text={text}
									placeholder={kind === "page" ? "/docs/*" : "signup"}
									{...(kind === "event"
										? { list: names.data?.results.map(({ event }) => event) ?? [] }
										: {})}
									onWrite={(written) => replace(index, `${kind}:${written}`)}
								/>
							)
						)}
						{canGrow && steps.length > 2 && (
							<button
								type="button"
								className="tool tool-icon"
								aria-label={`Remove ${label}`}
								onClick={() => onChange(steps.toSpliced(index, 1))}
							>
								<Icon name="close" />
							</button>
						)}
					</li>
				);
			})}
			{canGrow && steps.length < MAX_STEPS && (
				<li>
					<button type="button" className="tool" onClick={() => onChange([...steps, "page:"])}>
						<Icon name="plus" />
						Add step
					</button>
				</li>
			)}
		</ol>
	);
}
