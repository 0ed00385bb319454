import { formatFigure } from "../../format/numbers.ts";
import type { FigureColumn } from "./figures-table.tsx";

/** How often something happened, and to how many. */
export function eventsBy(
	event: string,
	property: string,
): readonly [FigureColumn, ...FigureColumn[]] {
	const draft = { steps: [`event:${event}`], breakdown: `property.${property}` };
	return [
		{ label: "Events", draft: { ...draft, measure: "events" }, format: formatCount },
		{ label: "Visitors", draft: { ...draft, measure: "visitors" }, format: formatCount },
	];
}

export function formatCount(figure: number): string {
	return formatFigure(figure, "count");
}
