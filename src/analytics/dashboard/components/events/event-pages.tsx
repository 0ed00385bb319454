import type { ReactElement } from "react";
import type { DashboardEvent } from "../../../api-types/events.ts";
import { formatClock, formatDayOf } from "../../format/times.ts";
import { renderValue, visibleText } from "../../format/visible-text.ts";
import { useParameter } from "../../state/use-address.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Paged } from "../paged.tsx";
import { Empty } from "../state-notices.tsx";
import { Table } from "../tables/table.tsx";
import { EventPanel } from "./event-panel.tsx";

export const EVENT_COLUMNS = ["Time", "Event", "Details", "Distinct ID"].map((label) => ({
	label,
}));

export interface EventPagesProps {
	readonly caption: string;
	/** Parameters of `GET /api/v1/events`, which select the events. */
	readonly parameters: URLSearchParams;
	/** Whether to show the person of each event; false if all have the same person. */
	readonly hasPerson?: boolean;
}

/** A table of events with a button for more; a click on an event opens its details. */
export function EventPages({ parameters, ...table }: EventPagesProps): ReactElement {
	const [opened, setOpened] = useParameter("event");
	return (
		<>
			<Paged<DashboardEvent>
				what="the events"
				path="/api/v1/events"
				parameters={parameters}
				empty={<Empty title="No events">Choose another range or remove a filter.</Empty>}
			>
				{(events) => <EventTable {...table} events={events} onOpen={setOpened} />}
			</Paged>
			{opened !== "" && <EventPanel uuid={opened} onClose={() => setOpened("")} />}
		</>
	);
}

interface EventTableProps extends Omit<EventPagesProps, "parameters"> {
	readonly events: readonly DashboardEvent[];
	readonly onOpen: (uuid: string) => void;
}

function EventTable(props: EventTableProps): ReactElement {
	const { caption, events, onOpen, hasPerson = true } = props;
	const { timeZone } = useQuestion();
	const days = Map.groupBy(events, ({ timestamp }) => formatDayOf(timestamp, timeZone));
	const columns = hasPerson ? EVENT_COLUMNS : EVENT_COLUMNS.slice(0, -1);
	return (
		<Table caption={caption} columns={columns} className="event-list">
			{[...days].map(([day, ofDay]) => (
				<tbody key={day}>
					<tr className="day">
						<th scope="rowgroup" colSpan={columns.length}>
							{day}
						</th>
					</tr>
					{ofDay.map((event) => (
						<tr key={event.uuid}>
							<td className="nowrap">
								<time dateTime={event.timestamp}>{formatClock(event.timestamp, timeZone)}</time>
							</td>
							<th scope="row">
								<button type="button" onClick={() => onOpen(event.uuid)}>
									{visibleText(event.event)}
								</button>
							</th>
							<td className="clipped">{detailsOf(event)}</td>
							{hasPerson && <td className="clipped id">{visibleText(event.distinct_id)}</td>}
						</tr>
					))}
				</tbody>
			))}
		</Table>
	);
}

/** Distinguishes events of the same name: by their page or screen, or by their custom properties. */
export function detailsOf({ properties }: Pick<DashboardEvent, "properties">): string {
	const place = properties["$pathname"] ?? properties["$current_url"] ?? properties["$screen_name"];
	const own = Object.keys(properties)
		.filter((name) => !name.startsWith("$") && name !== "token" && name !== "title")
		.filter((name) => !NOTHING.includes(properties[name]))
		.slice(0, MAX_OWN_PROPERTIES)
		.map((name) => `${visibleText(name)}: ${renderValue(properties[name])}`);
	return [...(typeof place === "string" ? [visibleText(place)] : []), ...own].join(" · ");
}

const MAX_OWN_PROPERTIES = 3;
/** posthog-js sends `null` for each campaign parameter that the URL lacks. */
const NOTHING: readonly unknown[] = [null, undefined, ""];
