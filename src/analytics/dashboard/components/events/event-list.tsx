import type { ReactElement } from "react";
import type { DashboardEvent } from "../../../wire/dashboard/events.ts";
import { detailsOf } from "../../format/event-details.ts";
import { formatClock, formatDayOf } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { Table } from "../tables/table.tsx";

export interface EventListProps {
	readonly caption: string;
	readonly events: readonly DashboardEvent[];
	readonly timeZone: string;
	readonly onOpen: (uuid: string) => void;
	/** Left out where all are one person's. */
	readonly hasPerson?: boolean;
}

export const EVENT_COLUMNS = ["Time", "Event", "Details", "Distinct ID"].map((label) => ({
	label,
}));

/** Events as rows; each opens. */
export function EventList(props: EventListProps): ReactElement {
	const { caption, events, timeZone, onOpen, hasPerson = true } = props;
	const days = Map.groupBy(events, ({ timestamp }) => formatDayOf(timestamp, timeZone));
	const columns = hasPerson ? EVENT_COLUMNS : EVENT_COLUMNS.slice(0, -1);
	return (
		<Table caption={caption} columns={columns} className="event-list">
			{[...days].map(([day, events]) => (
				<tbody key={day}>
					<tr className="day">
						<th scope="rowgroup" colSpan={columns.length}>
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
