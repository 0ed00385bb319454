import type {
	BreakdownBy,
	Filters,
	Goal,
	Selector,
	ValueCondition,
} from "../../../wire/dashboard/question.ts";

/** A selector whose goal and event name are resolved. */
export interface KnownSelector {
	/** Absent: events of every name. */
	readonly event: string | undefined;
	readonly conditions: readonly ValueCondition[];
}

/** Resolves a selector. With a condition on page or status but no event, it selects page views. */
export function knownSelector(
	selector: Selector,
	goals: Readonly<Record<string, Goal>>,
): KnownSelector {
	// The route refuses questions about unknown goals.
	const own = "goal" in selector ? (goals[selector.goal] as Goal).selector : selector;
	const isOfPage = own.conditions.some(isOfView);
	return { conditions: own.conditions, event: own.event ?? (isOfPage ? "$pageview" : undefined) };
}

/** Selects the events that filters apply to: page views if a filter is on page or status, else all. */
export function filteredSelector({ conditions }: Pick<Filters, "conditions">): KnownSelector {
	return { event: conditions.some(isOfView) ? "$pageview" : undefined, conditions: [] };
}

function isOfView(condition: object): boolean {
	return (
		"dimension" in condition && (condition.dimension === "page" || condition.dimension === "status")
	);
}

/** Whether a session has exactly one value of a dimension. */
export function isOfSession(by: BreakdownBy): boolean {
	return "dimension" in by && !["page", "status", "event", "bot"].includes(by.dimension);
}
