import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { EventSeriesAnswer } from "../../../wire/dashboard/events.ts";
import { request } from "../../api/request.ts";
import { useEventPages } from "../../api/use-event-pages.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { EventPages } from "../../components/event-pages.tsx";
import { useQuestion } from "../../state/use-question.ts";
import { propertyParameters } from "./event-question.ts";
import type { AskedEventQuestion } from "./use-event-question.ts";

export interface EventRowsProps {
	readonly event: string;
	readonly asked: AskedEventQuestion;
}

/** The events that the picture counts. Their moments are those that the series begins and ends with. */
export function EventRows({ event, asked }: EventRowsProps): ReactElement {
	const { span, timeZone } = useQuestion();
	const range = new URLSearchParams({ event, from: span.from, to: span.to, timezone: timeZone });
	// The service knows when a day of a time zone begins; asked for in days, it is quick.
	const bounds = useQuery({
		queryKey: ["event-bounds", range.toString()],
		queryFn: ({ signal }) =>
			request<EventSeriesAnswer>(`/api/v1/events/series?${range}`, { signal }),
	});
	return (
		<Card title="The events">
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
	return <EventPages caption="The events" pages={useEventPages(parameters)} />;
}
