import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EventNamesAnswer } from "../../../wire/dashboard/events.ts";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { EventPages } from "../../components/events/event-pages.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";

import { formatSpan } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { Draft } from "../explore/draft.ts";
import { useDraft } from "../explore/use-draft.ts";
import { eventOf, propertyParameters } from "./event-draft.ts";
import { EventSeries } from "./event-series.tsx";
import { PropertyFilters } from "./property-filters.tsx";

/** As many as fit beside the chart. */
const MAX_NAMES = 200;

/** Any event over time, by any property, and the list behind the chart. */
export function Events(): ReactElement {
	const { span, timeZone } = useQuestion();
	const [draft, change] = useDraft();
	const parameters = new URLSearchParams({
		from: span.from,
		to: span.to,
		timezone: timeZone,
		limit: String(MAX_NAMES),
	});
	const names = useAnswer<EventNamesAnswer>(`/api/v1/events/names?${parameters}`, {
		keepsPrevious: true,
	});
	return (
		<>
			<ScreenHeader title="Events" lead={formatSpan(span)}>
				<QuestionBar offers={["interval"]} />
			</ScreenHeader>
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
											onClick={() => change({ steps: [`event:${name}`], breakdown: "", where: [] })}
										>
											{visibleText(name)}
										</button>
									)}
								</BarTable>
							</Card>
							<div className="events-main">
								<PropertyFilters event={event} draft={draft} onChange={change} />
								<EventSeries event={event} draft={draft} onChange={change} />
								<EventRows event={event} draft={draft} />
							</div>
						</div>
					);
				}}
			</Answered>
		</>
	);
}

interface EventRowsProps {
	readonly event: string;
	readonly draft: Draft;
}

/** The events that the chart counts, between the same two moments. */
function EventRows({ event, draft }: EventRowsProps): ReactElement {
	const { span, timeZone } = useQuestion();
	const path = questionPath({
		...{ kind: "trend", measure: { of: "events" }, events: { event } },
		...{ from: span.from, to: span.to, timezone: timeZone },
	});
	// The service knows when a day of a time zone begins; without properties, it is quick.
	const bounds = useAnswer<AnswerTo<"trend">>(path);
	return (
		<Card title="Event list">
			<Answered what="the events" query={bounds}>
				{({ from, to }) => (
					<EventPages
						caption="Event list"
						parameters={
							new URLSearchParams([
								["event", event],
								["from", from],
								["to", to],
								...propertyParameters(draft),
							])
						}
					/>
				)}
			</Answered>
		</Card>
	);
}
