import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EventNamesAnswer } from "../../../wire/dashboard/events.ts";
import { request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { QuestionBar } from "../../components/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { formatSpan } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { EventRows } from "./event-rows.tsx";
import { EventSeries } from "./event-series.tsx";
import { PropertyFilters } from "./property-filters.tsx";
import { useEventQuestion } from "./use-event-question.ts";

/** As many names as fit beside a picture; whoever has more names has a name for everything. */
const MAX_NAMES = 200;

/** Any event over time, by any property, and the list behind the picture. */
export function Events(): ReactElement {
	const { span, timeZone } = useQuestion();
	const asked = useEventQuestion();
	const parameters = new URLSearchParams({
		from: span.from,
		to: span.to,
		timezone: timeZone,
		limit: String(MAX_NAMES),
	});
	const names = useQuery({
		queryKey: ["event-names", parameters.toString()],
		queryFn: ({ signal }) =>
			request<EventNamesAnswer>(`/api/v1/events/names?${parameters}`, { signal }),
		placeholderData: keepPreviousData,
	});
	return (
		<>
			<ScreenHeader title="Events" lead={formatSpan(span)}>
				<QuestionBar offers={["interval"]} />
			</ScreenHeader>
			<Answered what="the names of events" query={names}>
				{({ results }) => {
					const event = asked.event === "" ? results[0]?.event : asked.event;
					if (event === undefined) {
						return (
							<Card title="Events">
								<Empty title="No events in this range">
									<p>
										A longer range may have some; <Link to="/start">Connect</Link> shows how to send
										them.
									</p>
								</Empty>
							</Card>
						);
					}
					return (
						<div className="events">
							<Card title="Name" className="event-names">
								<NameTable
									names={results}
									chosen={event}
									onChoose={(name) => asked.change({ event: name, breakdown: "", filters: [] })}
								/>
							</Card>
							<div className="events-main">
								<PropertyFilters event={event} asked={asked} />
								<EventSeries event={event} asked={asked} />
								<EventRows event={event} asked={asked} />
							</div>
						</div>
					);
				}}
			</Answered>
		</>
	);
}

interface NameTableProps {
	readonly names: EventNamesAnswer["results"];
	readonly chosen: string;
	readonly onChoose: (name: string) => void;
}

function NameTable({ names, chosen, onChoose }: NameTableProps): ReactElement {
	const largest = Math.max(...names.map(({ count }) => count), 1);
	return (
		<table className="breakdown-table">
			<caption className="visually-hidden">Names of events</caption>
			<thead>
				<tr>
					<th scope="col">Event</th>
					<th scope="col" className="number">
						Count
					</th>
				</tr>
			</thead>
			<tbody>
				{names.map(({ event, count }) => (
					<tr key={event}>
						<th scope="row">
							<span
								className="bar"
								style={{ inlineSize: `${(count / largest) * 100}%` }}
								aria-hidden="true"
							/>
							<button type="button" aria-pressed={event === chosen} onClick={() => onChoose(event)}>
								{event}
							</button>
						</th>
						<td className="number">{formatFigure(count, "count")}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
