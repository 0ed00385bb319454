import type { ReactElement } from "react";
import * as z from "zod";
import { OPERATORS } from "../../../wire/dashboard/dimensions.ts";
import { useGoals } from "../../api/use-saved.ts";
import { Chips } from "../../components/chips.tsx";
import { Choice } from "../../components/choice.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { type DraftCondition, hasOperand, type QuestionFormProps } from "./draft.ts";
import { DIMENSION_OPTIONS, fieldLabel, OPERATOR_LABELS } from "./words.ts";

/** What the question is narrowed to, and what narrows it further. */
export function ConditionChips({ draft, onChange }: QuestionFormProps): ReactElement {
	const { where, match } = draft;
	return (
		<div className="filters">
			{where.length > 1 && (
				<Choice
					label="Match"
					value={match}
					options={[
						["all", "all filters"],
						["any", "any filter"],
					]}
					onChoose={(chosen) => onChange({ match: chosen })}
				/>
			)}
			<Chips
				label="Filters of this question"
				chips={where.map((one) => conditionChip(one, { draft, onChange }))}
			/>
			<Menu icon="filter" name="Add a filter" label="Filter">
				{(close) => (
					<ConditionForm
						onAdd={(condition) => {
							onChange({ where: [...where, condition] });
							close();
						}}
					/>
				)}
			</Menu>
		</div>
	);
}

/** A condition with a button that removes it. */
export function conditionChip(
	condition: DraftCondition,
	{ draft: { where }, onChange }: QuestionFormProps,
) {
	const { field, operator, value } = condition;
	const words = [fieldLabel(field), OPERATOR_LABELS[operator]] as const;
	return {
		key: `${field}:${operator}:${value}`,
		content: (
			<span className="chip-text">
				{words[0]} <em>{words[1]}</em>{" "}
				{hasOperand(operator) && <strong>{visibleText(value)}</strong>}
			</span>
		),
		removeLabel: `Remove filter: ${words.join(" ")} ${value}`,
		onRemove: () => onChange({ where: where.filter((other) => other !== condition) }),
	};
}

interface ConditionFormProps {
	readonly onAdd: (condition: DraftCondition) => void;
}

function ConditionForm({ onAdd }: ConditionFormProps): ReactElement {
	const isGoal = (field: unknown) => String(field).startsWith("goal.");
	const goals = useGoals().map(
		({ key, definition }) => [`goal.${key}`, `Goal: ${definition.name}`] as const,
	);
	const schema = z.object({
		field: z.string().meta({
			title: "Filter by",
			options: [...DIMENSION_OPTIONS, ["property.", "Property…"], ...goals],
		}),
		property: z
			.string()
			.optional()
			.meta({ title: "Property", when: ({ field }) => field === "property." }),
		operator: z
			.enum(OPERATORS)
			.optional()
			.meta({
				...{ title: "Comparison", options: Object.entries(OPERATOR_LABELS) },
				when: ({ field }) => !isGoal(field),
			}),
		reached: z
			.enum(["is", "is_not"])
			.optional()
			.meta({
				...{
					title: "Goal",
					options: [["is", "reached"] as const, ["is_not", "not reached"] as const],
				},
				when: ({ field }) => isGoal(field),
			}),
		value: z
			.string()
			.optional()
			.meta({
				title: "Value",
				when: ({ field, operator }) =>
					!isGoal(field) && operator !== "set" && operator !== "not_set",
			}),
	});
	return (
		<Form
			schema={schema}
			submit="Add filter"
			look="menu"
			send={async ({ field, property = "", operator, reached, value = "" }) =>
				onAdd({
					field: field === "property." ? `property.${property}` : field,
					operator: reached ?? operator ?? "is",
					value: isGoal(field) ? "reached" : value,
				})
			}
		/>
	);
}
