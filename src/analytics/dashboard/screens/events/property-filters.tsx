import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { EventPropertiesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Chips } from "../../components/chips.tsx";
import { Menu } from "../../components/menu.tsx";
import { renderPropertyFilter, withPropertyFilter } from "./event-question.ts";
import type { AskedEventQuestion } from "./use-event-question.ts";

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
			<label className="select">
				<span>Break down by</span>
				<select value={breakdown} onChange={({ target }) => change({ breakdown: target.value })}>
					<option value="">None</option>
					{by.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
				</select>
			</label>
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
	const id = useId();
	const [name, setName] = useState("");
	const values = properties.find((property) => property.name === name)?.values ?? [];
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const operator = form.get("operator") === "is" ? "is" : "is_not";
		onAdd({ name, operator, value: String(form.get("value")) });
	};
	return (
		<form className="menu-form menu-form-wide" onSubmit={submit}>
			<label htmlFor={`${id}-name`}>Property</label>
			<input
				id={`${id}-name`}
				list={`${id}-names`}
				required
				autoComplete="off"
				value={name}
				onChange={({ target }) => setName(target.value)}
			/>
			<datalist id={`${id}-names`}>
				{properties.map(({ name }) => (
					<option key={name}>{name}</option>
				))}
			</datalist>
			<label htmlFor={`${id}-operator`}>Comparison</label>
			<select id={`${id}-operator`} name="operator">
				<option value="is">is</option>
				<option value="is_not">is not</option>
			</select>
			<label htmlFor={`${id}-value`}>Value</label>
			<input id={`${id}-value`} name="value" list={`${id}-values`} autoComplete="off" />
			<datalist id={`${id}-values`}>
				{values.map((value) => (
					<option key={value}>{value}</option>
				))}
			</datalist>
			<button type="submit" className="button">
				Add filter
			</button>
		</form>
	);
}
