import { type FormEvent, type ReactElement, useId, useState } from "react";
import { OPERATORS, type Operator } from "../../../wire/dashboard/dimensions.ts";
import { Chips } from "../../components/chips.tsx";
import { Menu } from "../../components/menu.tsx";
import { visibleText } from "../../format/visible-text.ts";
import type { QuestionFormProps } from "./draft.ts";
import { type Draft, type DraftCondition, hasOperand } from "./draft.ts";
import { useGoals } from "./use-saved.ts";
import { DIMENSION_OPTIONS, fieldLabel, OPERATOR_LABELS } from "./words.ts";

/** What the question is narrowed to, and what narrows it further. */
export function ConditionChips({ draft, onChange }: QuestionFormProps): ReactElement {
	const { where, match } = draft;
	return (
		<div className="filters">
			{where.length > 1 && (
				<label className="select">
					<span>Match</span>
					<select
						value={match}
						onChange={({ target }) => onChange({ match: target.value === "any" ? "any" : "all" })}
					>
						<option value="all">all filters</option>
						<option value="any">any filter</option>
					</select>
				</label>
			)}
			<Chips
				label="Filters of this question"
				chips={where.map((one) => chipOf(one, draft, onChange))}
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

function chipOf(
	condition: DraftCondition,
	{ where }: Draft,
	onChange: QuestionFormProps["onChange"],
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

function ConditionForm({
	onAdd,
}: {
	readonly onAdd: (condition: DraftCondition) => void;
}): ReactElement {
	const id = useId();
	const goals = useGoals();
	const [field, setField] = useState("page");
	const [operator, setOperator] = useState<Operator>("is");
	const isGoal = field.startsWith("goal.");
	const operators = isGoal ? (["is", "is_not"] as const) : OPERATORS;
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const name = String(form.get("property") ?? "").trim();
		onAdd({
			field: field === "property." ? `property.${name}` : field,
			operator,
			value: isGoal ? "reached" : String(form.get("value") ?? ""),
		});
	};
	return (
		<form className="menu-form menu-form-wide" onSubmit={submit}>
			<label htmlFor={`${id}-field`}>Filter by</label>
			<select id={`${id}-field`} value={field} onChange={({ target }) => setField(target.value)}>
				{DIMENSION_OPTIONS.map(([name, label]) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
				<option value="property.">Property…</option>
				{goals.map(({ key, definition }) => (
					<option key={key} value={`goal.${key}`}>
						Goal: {definition.name}
					</option>
				))}
			</select>
			{field === "property." && (
				<>
					<label htmlFor={`${id}-property`}>Property</label>
					<input id={`${id}-property`} name="property" required autoComplete="off" />
				</>
			)}
			<label htmlFor={`${id}-operator`}>Comparison</label>
			<select
				id={`${id}-operator`}
				value={operator}
				onChange={({ target }) =>
					setOperator(operators.find((name) => name === target.value) ?? "is")
				}
			>
				{operators.map((name) => (
					<option key={name} value={name}>
						{isGoal ? (name === "is" ? "reached" : "not reached") : OPERATOR_LABELS[name]}
					</option>
				))}
			</select>
			{!isGoal && hasOperand(operator) && (
				<>
					<label htmlFor={`${id}-value`}>Value</label>
					<input
						id={`${id}-value`}
						name="value"
						autoComplete="off"
						{...(operator === "above" || operator === "below"
							? { type: "number", step: "any", required: true }
							: {})}
					/>
				</>
			)}
			<button type="submit" className="button">
				Add filter
			</button>
		</form>
	);
}
