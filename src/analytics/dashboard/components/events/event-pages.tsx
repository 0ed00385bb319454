import type { ReactElement } from "react";
import type { DashboardEvent } from "../../../wire/dashboard/events.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Paged, usePages } from "../paged.tsx";
import { Empty } from "../state-notices.tsx";
import { EventList } from "./event-list.tsx";
import { EventPanel } from "./event-panel.tsx";

export interface EventPagesProps {
	readonly caption: string;
	/** Which events, as `GET /api/v1/events` takes them. */
	readonly parameters: URLSearchParams;
	/** Whether the events are of several people. */
	readonly hasPerson?: boolean;
}

/** Events, with a button for more. */
export function EventPages(props: EventPagesProps): ReactElement {
	const { caption, parameters, hasPerson = true } = props;
	const { timeZone } = useQuestion();
	const [opened, setOpened] = useParameter("event");
	const pages = usePages<DashboardEvent>("/api/v1/events", parameters);
	return (
		<>
			<Paged
				what="the events"
				pages={pages}
				empty={<Empty title="No events">Choose another range or remove a filter.</Empty>}
			>
				{(events) => <EventList {...{ caption, events, hasPerson, timeZone, onOpen: setOpened }} />}
			</Paged>
			{opened !== "" && <EventPanel uuid={opened} onClose={() => setOpened("")} />}
		</>
	);
}
