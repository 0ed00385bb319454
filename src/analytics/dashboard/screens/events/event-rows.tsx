import type { ReactElement } from "react";
import type { EventSeriesAnswer } from "../../../wire/dashboard/events.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { EventPages } from "../../components/events/event-pages.tsx";
import { useEventPages } from "../../components/events/use-event-pages.ts";
import { useQuestion } from "../../state/use-question.ts";
import { propertyParameters } from "./event-question.ts";
import type { AskedEventQuestion } from "./use-event-question.ts";

export interface EventRowsProps {
	readonly event: string;
	readonly asked: AskedEventQuestion;
}

/** The events that the chart counts, between the same two moments. */
export function EventRows({ event, asked }: EventRowsProps): ReactElement {
	const { span, timeZone } = useQuestion();
	const range = new URLSearchParams({ event, from: span.from, to: span.to, timezone: timeZone });
	// The service knows when a day of a time zone begins; asked for in days, it is quick.
	const bounds = useAnswer<EventSeriesAnswer>(`/api/v1/events/series?${range}`);
	return (
		<Card title="Event list">
			<Answered what="the events" query={bounds}>
				{({ from, to }) => (
					<Rows
						parameters={
							new URLSearchParams([
								["event", event],
								["from", from],
								["to", to],
								...propertyParameters(asked.filters).map(([name, value]) => [name, value]),
							])
						}
					/>
				)}
			</Answered>
		</Card>
	);
}

function Rows({ parameters }: { readonly parameters: URLSearchParams }): ReactElement {
	return <EventPages caption="Event list" pages={useEventPages(parameters)} />;
}
