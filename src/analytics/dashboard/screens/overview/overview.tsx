import { lazy, type ReactElement, Suspense, useState } from "react";
import type { FirstRunAnswer } from "../../../wire/dashboard/settings.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { isCanceled, LongReading } from "../../components/long-reading.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Failure, SkeletonRows } from "../../components/state-notices.tsx";
import { formatSpan } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { BreakdownCard } from "./breakdown-card.tsx";
import { BREAKDOWN_CARDS } from "./breakdown-cards.ts";
import { CountingNotes } from "./counting-notes.tsx";
import { FiguresCard } from "./figures-card.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { ASKED_ROWS, OVERVIEW_BREAKDOWNS, useStats } from "./use-stats.ts";
import { VisitorsNow } from "./visitors-now.tsx";

const SavedCards = lazy(async () => ({
	default: (await import("../explore/saved-cards.tsx")).SavedCards,
}));
const Start = lazy(async () => ({ default: (await import("../start/start.tsx")).Start }));

/** How many came, from where, to what: one screen, of which every row is a filter. */
export function Overview(): ReactElement {
	const firstRun = useAnswer<FirstRunAnswer>("/api/v1/first-run");
	const [isEmpty, setIsEmpty] = useState(false);
	if (firstRun.data?.has_received_events === false && !isEmpty) setIsEmpty(true);
	// It stays after the first event, which it shows.
	if (isEmpty) {
		return (
			<Suspense fallback={<SkeletonRows count={8} />}>
				<Start />
			</Suspense>
		);
	}
	return <Figures isReady={!firstRun.isPending} />;
}

interface SavedPlaces {
	readonly results: readonly { readonly definition: { readonly is_on_overview: boolean } }[];
}

interface FiguresProps {
	/** Until it is known whether there is anything to show, nothing is: zeros would only flash up. */
	readonly isReady: boolean;
}

function Figures({ isReady }: FiguresProps): ReactElement {
	const { question: asked, span } = useQuestion();
	// Out of totals both are quick, and the picture need not wait for the rows. With filters
	// each question reads the events, so that one asks for everything.
	const isFiltered = asked.filters.length > 0;
	const rows = { breakdowns: OVERVIEW_BREAKDOWNS, limit: ASKED_ROWS };
	const stats = useStats(isFiltered ? rows : {});
	const unfiltered = useStats({ ...rows, isEnabled: !isFiltered });
	const breakdowns = isFiltered ? stats : unfiltered;
	const saved = useAnswer<SavedPlaces>("/api/v1/questions");
	const hasSaved = saved.data?.results.some(({ definition }) => definition.is_on_overview) === true;
	const question = (
		<>
			<ScreenHeader title="Overview" lead={formatSpan(span)}>
				<VisitorsNow />
				<QuestionBar offers={["comparison", "interval"]} />
			</ScreenHeader>
			<FilterChips />
			<LongReading paths={["/api/v1/stats"]} queries={isFiltered ? [stats] : [stats, unfiltered]} />
		</>
	);
	if (stats.data === undefined && isCanceled(stats)) return question;
	return (
		<>
			{question}
			<FiguresCard stats={stats} isReady={isReady} />
			{isReady && stats.data !== undefined && <CountingNotes stats={stats.data} />}
			{hasSaved && (
				<Suspense fallback={null}>
					<SavedCards />
				</Suspense>
			)}
			{breakdowns.error === null ? (
				<div className="breakdowns">
					{BREAKDOWN_CARDS.map((card) => (
						<BreakdownCard key={card.name} card={card} stats={breakdowns} isReady={isReady} />
					))}
				</div>
			) : (
				stats.error === null && (
					<Failure
						what="the breakdowns"
						error={breakdowns.error}
						onRetry={() => void breakdowns.refetch()}
					/>
				)
			)}
		</>
	);
}
