import type { ReactElement } from "react";
import { DIMENSIONS, labelOf } from "../format/labels.ts";
import { renderFilter } from "../state/question.ts";
import { toggleFilter } from "../state/toggle-filter.ts";
import { useQuestion } from "../state/use-question.ts";
import { Icon } from "./icon.tsx";

/** What the figures are narrowed to. A chip's text turns it around, its cross takes it away. */
export function FilterChips(): ReactElement | undefined {
	const { question, change } = useQuestion();
	const { filters } = question;
	if (filters.length === 0) return undefined;
	return (
		<div className="filters">
			<ul className="chips" aria-label="Filters">
				{filters.map((filter) => {
					const name = DIMENSIONS[filter.dimension];
					const value = labelOf(filter.dimension, filter.value);
					const isNot = filter.operator === "is_not";
					return (
						<li key={renderFilter(filter)} className="chip">
							<button
								type="button"
								className="chip-text"
								title={isNot ? "Show only these" : "Show all but these"}
								onClick={() =>
									change({
										filters: filters.map((other) =>
											other === filter ? { ...filter, operator: isNot ? "is" : "is_not" } : other,
										),
									})
								}
							>
								{name} <em>{isNot ? "is not" : "is"}</em> <strong>{value}</strong>
							</button>
							<button
								type="button"
								className="chip-remove"
								aria-label={`Remove the filter ${name} ${isNot ? "is not" : "is"} ${value}`}
								onClick={() => change({ filters: toggleFilter(filters, filter) })}
							>
								<Icon name="close" />
							</button>
						</li>
					);
				})}
			</ul>
			{filters.length > 1 && (
				<button type="button" className="tool" onClick={() => change({ filters: [] })}>
					Remove all
				</button>
			)}
		</div>
	);
}
