import { type ReactElement, useState } from "react";
import * as z from "zod";
import { OPERATORS } from "../../../api-types/dimensions.ts";
import type { EventPropertiesAnswer } from "../../../api-types/events.ts";
import { useGoals } from "../../api/use-saved.ts";
import { DIMENSION_OPTIONS, OPERATOR_LABELS } from "../../format/labels.ts";
import { hasOperand } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Form, optionalText } from "../form.tsx";

export interface FilterFormProps {
	/** Known properties of events. */
	readonly properties: EventPropertiesAnswer["results"];
	readonly onAdded: () => void;
}

/** Form that adds a filter by a dimension, a property or a goal. */
export function FilterForm({ properties, onAdded }: FilterFormProps): ReactElement {
	const { question, change } = useQuestion();
	const [written, setWritten] = useState<string>();
	const known = properties.find(({ name }) => name === written);
	const isGoal = (field: unknown) => String(field).startsWith("goal.");
	const goals = useGoals().map(([key, name]) => [`goal.${key}`, `Goal: ${name}`] as const);
	const schema = z.object({
		field: z.string().meta({
			title: "Filter by",
			// Known properties are the most common choice, so that their option is first.
			options:
				properties.length === 0
					? [...DIMENSION_OPTIONS, PROPERTY, ...goals]
					: [PROPERTY, ...DIMENSION_OPTIONS, ...goals],
		}),
		property: optionalText({
			title: "Property",
			suggestions: properties.map(({ name }) => name),
			when: ({ field }) => field === "property.",
		}),
		operator: z
			.enum(OPERATORS)
			.optional()
			.meta({
				title: "Comparison",
				options: Object.entries(OPERATOR_LABELS),
				when: ({ field }) => !isGoal(field),
			}),
		reached: z
			.enum(["is", "is_not"])
			.optional()
			.meta({
				title: "Goal",
				options: [["is", "reached"] as const, ["is_not", "not reached"] as const],
				when: ({ field }) => isGoal(field),
			}),
		value: optionalText({
			title: "Value",
			suggestions: known?.values ?? [],
			when: ({ field, operator }) => !isGoal(field) && operator !== "set" && operator !== "not_set",
		}),
	});
	return (
		<div onInput={({ target }) => setWritten((target as Partial<HTMLInputElement>).value)}>
			<Form
				schema={schema}
				submit="Add filter"
				look="menu"
				send={async ({ field, property = "", operator = "is", reached, value = "" }) => {
					const filter = {
						field: field === "property." ? `property.${property}` : field,
						operator: reached ?? operator,
						value: isGoal(field) ? "reached" : hasOperand(operator) ? value : "",
					};
					change({ filters: [...question.filters, filter] });
				}}
				onDone={onAdded}
			/>
		</div>
	);
}

const PROPERTY = ["property.", "Property…"] as const;
