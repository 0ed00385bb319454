import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EventNamesAnswer, EventPropertiesAnswer } from "../../api-types/events.ts";
import type { AnswerTo } from "../../api-types/query-answer.ts";
import { questionPath, useAnswer, useReport } from "../api/use-answer.ts";
import { Answered } from "../components/answered.tsx";
import { Card } from "../components/card.tsx";
import { Choice } from "../components/choice.tsx";
import { EventPages } from "../components/events/event-pages.tsx";
import { FilterBar } from "../components/question/filter-bar.tsx";
import { QuestionHeader } from "../components/question/question-bar.tsx";
import { Empty } from "../components/state-notices.tsx";
import { BarTable } from "../components/tables/bar-table.tsx";
import { fieldLabel } from "../format/labels.ts";
import { visibleText } from "../format/visible-text.ts";
import type { Filter } from "../state/filters.ts";
import { useQuestion } from "../state/use-question.ts";
import { EventSeries } from "./event-series.tsx";
import { type Draft, type QuestionFormProps, useDraft } from "./explore/draft.ts";

/** As many names as fit next to the chart. */
const MAX_NAMES = "200";

/** Any event over time, by any property, and the list of the counted events. */
export function Events(): ReactElement {
	const [draft, change] = useDraft();
	const names = useReport<EventNamesAnswer>("/api/v1/events/names", { limit: MAX_NAMES });
	return (
		<>
			<QuestionHeader title="Events" offers={["interval"]} />
			<Answered what="the names of events" query={names}>
				{({ results }) => {
					const event = eventOf(draft) || results[0]?.event;
					if (event === undefined) {
						return (
							<Card title="Events">
								<Empty title="No events in this range">
									Choose a longer range, or see how to <Link to="/start">send events</Link>.
								</Empty>
							</Card>
						);
					}
					return (
						<div className="events">
							<Card title="Event names" className="event-names">
								<BarTable
									caption="Names of events"
									head={["Event", "Count"]}
									rows={results}
									keyOf={(row) => row.event}
									figureOf={({ count }) => count}
								>
									{({ event: name }) => (
										<button
											type="button"
											aria-pressed={name === event}
											onClick={() => change({ steps: [`event:${name}`], breakdown: "" })}
										>
											{visibleText(name)}
										</button>
									)}
								</BarTable>
							</Card>
							<div className="events-main">
								<Narrowing event={event} draft={draft} onChange={change} />
								<EventSeries event={event} breakdown={draft.breakdown} />
								<EventRows event={event} />
							</div>
						</div>
					);
				}}
			</Answered>
		</>
	);
}

/** Name of the event in the URL; empty until the user chooses an event. */
function eventOf({ steps: [step = ""] }: Draft): string {
	return step.startsWith("event:") ? step.slice("event:".length) : "";
}

interface NarrowingProps extends QuestionFormProps {
	readonly event: string;
}

/** Breakdown and filters of the events; suggests the known properties of the event. */
function Narrowing({ event, draft: { breakdown }, onChange }: NarrowingProps): ReactElement {
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
				onChoose={(chosen) => onChange({ breakdown: chosen })}
			/>
			<FilterBar properties={properties} />
		</div>
	);
}

/** The events that the chart counts, for the same time range. */
function EventRows({ event }: { readonly event: string }): ReactElement {
	const { asked, question } = useQuestion();
	const { filters, match } = question;
	const hasOthers = match === "any" || propertyParameters(filters).length < filters.length;
	const path = questionPath({
		kind: "trend",
		measure: { of: "events" },
		events: { event },
		...asked,
	});
	// The service computes the start of a day in the time zone; without properties, this is fast.
	const bounds = useAnswer<AnswerTo<"trend">>(path);
	return (
		<Card title="Event list">
			{filters.length > 0 && hasOthers && (
				<p className="hint">
					The list applies only “is” and “is not” filters on properties, all together.
				</p>
			)}
			<Answered what="the events" query={bounds}>
				{({ from, to }) => (
					<EventPages
						caption="Event list"
						parameters={
							new URLSearchParams([
								["event", event],
								["from", from],
								["to", to],
								...propertyParameters(filters),
							])
						}
					/>
				)}
			</Answered>
		</Card>
	);
}

/** Conditions on properties as parameters of `/api/v1/events`, one for each condition. */
export function propertyParameters(filters: readonly Filter[]): string[][] {
	return filters.flatMap(({ field, operator, value }) => {
		const [, name] = /^property\.(.*)$/s.exec(field) ?? [];
		if (name === undefined || (operator !== "is" && operator !== "is_not")) return [];
		return [[`${operator === "is" ? "property" : "property_not"}.${name}`, value]];
	});
}
