import { type ReactElement, useState } from "react";
import * as z from "zod";
import type { EventPropertiesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Chips } from "../../components/chips.tsx";
import { Choice } from "../../components/choice.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import type { AskedEventQuestion } from "./event-question.ts";
import { renderPropertyFilter, withPropertyFilter } from "./event-question.ts";

export interface PropertyFiltersProps {
	readonly event: string;
	readonly asked: AskedEventQuestion;
}

/** What the events are broken down by and narrowed to; offers what they have been seen with. */
export function PropertyFilters({ event, asked }: PropertyFiltersProps): ReactElement {
	const { breakdown, filters, change } = asked;
	const { data } = useAnswer<EventPropertiesAnswer>(
		`/api/v1/events/properties?${new URLSearchParams({ event })}`,
	);
	const properties = data?.results ?? [];
	const names = properties.map(({ name }) => name);
	const by = names.includes(breakdown) || breakdown === "" ? names : [breakdown, ...names];
	return (
		<div className="filters">
			<Choice
				label="Break down by"
				value={breakdown}
				options={[["", "None"], ...by.map((name) => [name, name] as const)]}
				onChoose={(chosen) => change({ breakdown: chosen })}
			/>
			<Chips
				label="Filters"
				chips={filters.map((filter) => ({
					key: renderPropertyFilter(filter),
					content: (
						<span className="chip-text">
							{filter.name} <em>{filter.operator === "is" ? "is" : "is not"}</em>{" "}
							<strong>{filter.value}</strong>
						</span>
					),
					removeLabel: `Remove filter: ${filter.name}`,
					onRemove: () => change({ filters: filters.filter((other) => other !== filter) }),
				}))}
			/>
			<Menu icon="filter" name="Add a property filter" label="Filter">
				{(close) => (
					<FilterForm
						properties={properties}
						onAdd={(filter) => {
							change({ filters: withPropertyFilter(filters, filter) });
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
	readonly onAdd: (filter: AskedEventQuestion["filters"][number]) => void;
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
				send={async ({ value = "", ...filter }) => onAdd({ ...filter, value })}
			/>
		</div>
	);
}
