import type {
	BreakdownBy,
	Filters,
	Goal,
	Selector,
	ValueCondition,
} from "../../../api-types/question.ts";
import { isViewEvent, VIEW_EVENTS } from "../../../protocol/view-events.ts";

/** A selector whose goal and event name are resolved. */
export interface KnownSelector {
	/** Names; absent: events of every name. */
	readonly events: readonly string[] | undefined;
	readonly conditions: readonly ValueCondition[];
}

/** Resolves a selector. With a condition on page or status but no event, it selects views. */
export function knownSelector(
	selector: Selector,
	goals: Readonly<Record<string, Goal>>,
): KnownSelector {
	// The route refuses questions about unknown goals.
	const own = "goal" in selector ? (goals[selector.goal] as Goal).selector : selector;
	const isOfPage = own.conditions.some(isOfView);
	const ofPage = isOfPage ? VIEW_EVENTS : undefined;
	return { conditions: own.conditions, events: own.event === undefined ? ofPage : [own.event] };
}

/** Selects the events that filters apply to: views if a filter is on page or status, else all. */
export function filteredSelector({ conditions }: Pick<Filters, "conditions">): KnownSelector {
	return { events: conditions.some(isOfView) ? VIEW_EVENTS : undefined, conditions: [] };
}

/** Whether all events of a selector are views. */
export function selectsViews({ events }: KnownSelector): boolean {
	return events?.every(isViewEvent) === true;
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
