import type { ReactElement } from "react";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { renderFilter, toggleFilter } from "../../state/question.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Chips } from "../chips.tsx";
import { Tool } from "../tool.tsx";
import { SegmentMenu } from "./segment-menu.tsx";

/** What the figures are narrowed to. A chip's text turns it around, its cross takes it away. */
export function FilterChips(): ReactElement {
	const { question, change } = useQuestion();
	const { filters } = question;
	const chips = filters.map((filter) => {
		const name = DIMENSIONS[filter.dimension];
		const value = labelOf(filter.dimension, filter.value);
		const isNot = filter.operator === "is_not";
		const turned = { ...filter, operator: isNot ? "is" : "is_not" } as const;
		return {
			key: renderFilter(filter),
			removeLabel: `Remove filter: ${name} ${isNot ? "is not" : "is"} ${value}`,
			onRemove: () => change({ filters: toggleFilter(filters, filter) }),
			content: (
				<button
					type="button"
					className="chip-text"
					title={isNot ? "Change to “is”" : "Change to “is not”"}
					onClick={() =>
						change({ filters: filters.map((other) => (other === filter ? turned : other)) })
					}
				>
					{name} <em>{isNot ? "is not" : "is"}</em> <strong>{value}</strong>
				</button>
			),
		};
	});
	return (
		<div className="filters">
			<SegmentMenu />
			{chips.length > 0 && <Chips label="Filters" chips={chips} />}
			{filters.length > 1 && <Tool onClick={() => change({ filters: [] })}>Remove all</Tool>}
		</div>
	);
}
