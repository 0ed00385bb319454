import type { ReactElement } from "react";
import type { EventPropertiesAnswer } from "../../../api-types/events.ts";
import { filterWords } from "../../format/labels.ts";
import { renderFilter, toggleFilter } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Chips } from "../chips.tsx";
import { Choice } from "../choice.tsx";
import { Menu } from "../menu.tsx";
import { Tool } from "../tool.tsx";
import { FilterForm } from "./filter-form.tsx";
import { SegmentMenu } from "./segment-menu.tsx";

export interface FilterBarProps {
	/** Known properties of events, whose names and values are suggested. */
	readonly properties?: EventPropertiesAnswer["results"];
}

/** Filters as chips. A click on a chip's text switches `is` and `is_not`; the cross removes the filter. */
export function FilterBar({ properties = [] }: FilterBarProps): ReactElement {
	const { question, change } = useQuestion();
	const { filters, match } = question;
	const chips = filters.map((filter) => {
		const { operator } = filter;
		const [name, verb, shown] = filterWords(filter);
		const isNot = operator === "is_not";
		const words = (
			<>
				{name} <em>{verb}</em> {shown !== "" && <strong>{shown}</strong>}
			</>
		);
		const turned = { ...filter, operator: isNot ? "is" : "is_not" } as const;
		return {
			key: renderFilter(filter),
			removeLabel: `Remove filter: ${name} ${verb} ${shown}`.trimEnd(),
			onRemove: () => change({ filters: toggleFilter(filters, filter) }),
			content:
				operator === "is" || isNot ? (
					<button
						type="button"
						className="chip-text"
						title={isNot ? "Change to “is”" : "Change to “is not”"}
						onClick={() =>
							change({ filters: filters.map((other) => (other === filter ? turned : other)) })
						}
					>
						{words}
					</button>
				) : (
					<span className="chip-text">{words}</span>
				),
		};
	});
	return (
		<div className="filters">
			<SegmentMenu />
			<Menu icon="filter" name="Add a filter" label="Filter">
				{(close) => <FilterForm properties={properties} onAdded={close} />}
			</Menu>
			{filters.length > 1 && (
				<Choice
					isLabelHidden
					label="Match"
					value={match}
					options={[
						["all", "all filters"],
						["any", "any filter"],
					]}
					onChoose={(chosen) => change({ match: chosen })}
				/>
			)}
			<Chips label="Filters" chips={chips} />
			{filters.length > 1 && <Tool onClick={() => change({ filters: [] })}>Remove all</Tool>}
		</div>
	);
}
