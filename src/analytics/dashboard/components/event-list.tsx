import type { ReactElement } from "react";
import type { DashboardEvent } from "../../wire/dashboard/events.ts";
import { formatClock, formatDayOf } from "../format/times.ts";
import { renderValue } from "./property-table.tsx";
import { REACHED_BY_KEYBOARD } from "./reached-by-keyboard.ts";

export interface EventListProps {
	readonly caption: string;
	readonly events: readonly DashboardEvent[];
	readonly timeZone: string;
	readonly onOpen: (uuid: string) => void;
	/** Left out where all are one person's. */
	readonly hasPerson?: boolean;
}

/** Events as rows; each opens. */
export function EventList(props: EventListProps): ReactElement {
	const { caption, events, timeZone, onOpen, hasPerson = true } = props;
	const days = Map.groupBy(events, ({ timestamp }) => formatDayOf(timestamp, timeZone));
	return (
		<div className="table-scroll" {...REACHED_BY_KEYBOARD}>
			<table className="table event-list">
				<caption className="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						<th scope="col">Time</th>
						<th scope="col">Event</th>
						<th scope="col">About</th>
						{hasPerson && <th scope="col">Distinct id</th>}
					</tr>
				</thead>
				{[...days].map(([day, events]) => (
					<tbody key={day}>
						<tr className="day">
							<th scope="rowgroup" colSpan={hasPerson ? 4 : 3}>
								{day}
							</th>
						</tr>
						{events.map((event) => (
							<tr key={event.uuid}>
								<td className="nowrap">
									<time dateTime={event.timestamp}>{formatClock(event.timestamp, timeZone)}</time>
								</td>
								<th scope="row">
									<button type="button" onClick={() => onOpen(event.uuid)}>
										{event.event}
									</button>
								</th>
								<td className="clipped">{aboutOf(event)}</td>
								{hasPerson && <td className="clipped id">{event.distinct_id}</td>}
							</tr>
						))}
					</tbody>
				))}
			</table>
		</div>
	);
}

/** What tells one event of a name from the next: where it was, or what its own properties say. */
export function aboutOf({ properties }: Pick<DashboardEvent, "properties">): string {
	const place = properties["$pathname"] ?? properties["$current_url"] ?? properties["$screen_name"];
	const own = Object.keys(properties)
		.filter((name) => !name.startsWith("$") && name !== "token" && name !== "title")
		.slice(0, MAX_OWN_PROPERTIES)
		.map((name) => `${name}: ${renderValue(properties[name])}`);
	return [...(typeof place === "string" ? [place] : []), ...own].join(" · ");
}

const MAX_OWN_PROPERTIES = 3;
