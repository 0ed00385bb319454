import { type ReactElement, useState } from "react";
import * as z from "zod";
import type { EventPropertiesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Chips } from "../../components/chips.tsx";
import { Choice } from "../../components/choice.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { conditionChip } from "../explore/condition-chips.tsx";
import type { DraftCondition, QuestionFormProps } from "../explore/draft.ts";
import { fieldLabel } from "../explore/words.ts";
import { withCondition } from "./event-draft.ts";

export interface PropertyFiltersProps extends QuestionFormProps {
	readonly event: string;
}

/** What the events are broken down by and narrowed to; offers what they have been seen with. */
export function PropertyFilters({ event, ...form }: PropertyFiltersProps): ReactElement {
	const { breakdown, where } = form.draft;
	const { data } = useAnswer<EventPropertiesAnswer>(
		`/api/v1/events/properties?${new URLSearchParams({ event })}`,
	);
	const properties = data?.results ?? [];
	const fields = properties.map(({ name }) => `property.${name}`);
	const by = fields.includes(breakdown) || breakdown === "" ? fields : [breakdown, ...fields];
	return (
		<div className="filters">
			<Choice
				label="Break down by"
				value={breakdown}
				options={[["", "None"], ...by.map((field) => [field, fieldLabel(field)] as const)]}
				onChoose={(chosen) => form.onChange({ breakdown: chosen })}
			/>
			<Chips label="Filters" chips={where.map((one) => conditionChip(one, form))} />
			<Menu icon="filter" name="Add a property filter" label="Filter">
				{(close) => (
					<FilterForm
						properties={properties}
						onAdd={(filter) => {
							form.onChange({ where: withCondition(where, filter) });
							close();
						}}
					/>
				)}
			</Menu>
		</div>
	);
}

interface FilterFormProps {
	readonly properties: EventPropertiesAnswer["results"];
	readonly onAdd: (condition: DraftCondition) => void;
}

function FilterForm({ properties, onAdd }: FilterFormProps): ReactElement {
	const [name, setName] = useState<string>();
	const known = properties.find((property) => property.name === name);
	const schema = z.object({
		name: z.string().meta({ title: "Property", suggestions: properties.map(({ name }) => name) }),
		operator: z.enum(["is", "is_not"]).meta({
			title: "Comparison",
			options: [
				["is", "is"],
				["is_not", "is not"],
			],
		}),
		value: z
			.string()
			.optional()
			.meta({ title: "Value", suggestions: known?.values ?? [] }),
	});
	return (
		<div onInput={({ target }) => setName((target as Partial<HTMLInputElement>).value)}>
			<Form
				schema={schema}
				submit="Add filter"
				look="menu"
				send={async ({ name: property, operator, value = "" }) =>
					onAdd({ field: `property.${property}`, operator, value })
				}
			/>
		</div>
	);
}
