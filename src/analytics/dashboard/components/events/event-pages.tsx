import type { ReactElement } from "react";
import type { DashboardEvent } from "../../../wire/dashboard/events.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Paged } from "../paged.tsx";
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
	return (
		<>
			<Paged<DashboardEvent>
				what="the events"
				path="/api/v1/events"
				parameters={parameters}
				empty={<Empty title="No events">Choose another range or remove a filter.</Empty>}
			>
				{(events) => <EventList {...{ caption, events, hasPerson, timeZone, onOpen: setOpened }} />}
			</Paged>
			{opened !== "" && <EventPanel uuid={opened} onClose={() => setOpened("")} />}
		</>
	);
}
