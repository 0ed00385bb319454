import type { ReactElement } from "react";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Empty, Failure, SkeletonRows } from "../state-notices.tsx";
import { EventList } from "./event-list.tsx";
import { EventPanel } from "./event-panel.tsx";
import type { EventPagesQuery } from "./use-event-pages.ts";

export interface EventPagesProps {
	readonly caption: string;
	readonly pages: EventPagesQuery;
	/** Left out where all are one person's. */
	readonly hasPerson?: boolean;
}

/** Events, with a button for more. */
export function EventPages({ caption, pages, hasPerson = true }: EventPagesProps): ReactElement {
	const { timeZone } = useQuestion();
	const [opened, setOpened] = useParameter("event");
	const { data, error, isPending, hasNextPage, isFetchingNextPage } = pages;
	if (isPending) return <SkeletonRows count={8} />;
	if (data === undefined) {
		return <Failure what="the events" error={error} onRetry={() => void pages.refetch()} />;
	}
	const events = data.pages.flatMap(({ results }) => results);
	return (
		<>
			{events.length === 0 && !hasNextPage ? (
				<Empty title="No events">
					<p>Choose another range or remove a filter.</p>
				</Empty>
			) : (
				<EventList
					caption={caption}
					events={events}
					hasPerson={hasPerson}
					timeZone={timeZone}
					onOpen={setOpened}
				/>
			)}
			{hasNextPage && (
				<button
					type="button"
					className="tool more"
					disabled={isFetchingNextPage}
					onClick={() => void pages.fetchNextPage()}
				>
					{isFetchingNextPage ? "Loading…" : "Load more"}
				</button>
			)}
			{opened !== "" && <EventPanel uuid={opened} onClose={() => setOpened("")} />}
		</>
	);
}
