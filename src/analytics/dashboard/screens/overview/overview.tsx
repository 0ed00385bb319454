import { lazy, type ReactElement, Suspense, useState } from "react";
import { Link } from "react-router";
import type { FirstRunAnswer } from "../../../api-types/settings.ts";
import type { StatsAnswer } from "../../../api-types/stats.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useSavedQuestions } from "../../api/use-saved.ts";
import { isCanceled } from "../../components/answered.tsx";
import { FilterBar } from "../../components/question/filter-bar.tsx";
import { QuestionHeader } from "../../components/question/question-bar.tsx";
import { SkeletonRows } from "../../components/state-notices.tsx";
import { formatCounted } from "../../format/numbers.ts";
import { BreakdownCard } from "./breakdown-card.tsx";
import { BREAKDOWN_CARDS } from "./breakdown-cards.ts";
import { FiguresCard } from "./figures-card.tsx";
import { useStats } from "./use-stats.ts";

const SavedCards = lazy(async () => ({
	default: (await import("../explore/saved-questions.tsx")).SavedCards,
}));
const Start = lazy(async () => ({ default: (await import("../start.tsx")).Start }));

/** Visitors, their sources and their pages on one screen, where every row is a filter. */
export function Overview(): ReactElement {
	const firstRun = useAnswer<FirstRunAnswer>("/api/v1/first-run");
	const [isEmpty, setIsEmpty] = useState(false);
	if (firstRun.data?.has_received_events === false && !isEmpty) setIsEmpty(true);
	// The start screen stays open after the first event, because it shows that event.
	if (isEmpty) {
		return (
			<Suspense fallback={<SkeletonRows count={8} />}>
				<Start />
			</Suspense>
		);
	}
	return <Figures isReady={!firstRun.isPending} />;
}

/** All breakdowns of the overview; from totals, they cost little more than a single breakdown. */
const BREAKDOWNS = BREAKDOWN_CARDS.flatMap(({ tabs }) => tabs.map(({ name }) => name));

/** Almost always enough, although the screen hides some rows: pages that were entered but not viewed. */
const ASKED_ROWS = "30";

function Figures({ isReady }: { readonly isReady: boolean }): ReactElement {
	const asked = useStats({ breakdown: BREAKDOWNS.join(","), limit: ASKED_ROWS });
	// Shows nothing until it is known whether there are events: otherwise zeros would flash.
	const stats = isReady ? asked : { ...asked, data: undefined };
	const saved = useSavedQuestions();
	const hasSaved = saved.data?.results.some(({ definition }) => definition.is_on_overview) === true;
	const question = (
		<>
			<QuestionHeader title="Overview" offers={["comparison", "interval"]}>
				<VisitorsNow />
			</QuestionHeader>
			<FilterBar />
		</>
	);
	if (asked.data === undefined && isCanceled(asked)) return question;
	return (
		<>
			{question}
			<FiguresCard stats={stats} />
			{stats.data !== undefined && <CountingNotes {...stats.data} />}
			{hasSaved && (
				<Suspense fallback={null}>
					<SavedCards />
				</Suspense>
			)}
			{stats.error === null && (
				<div className="breakdowns">
					{BREAKDOWN_CARDS.map((card) => (
						<BreakdownCard key={card.name} card={card} stats={stats} />
					))}
				</div>
			)}
		</>
	);
}

const WAYS = {
	network: "Visitors are counted by network and browser, separately for each day.",
	client: "Visitors are counted by the ID that their client stores.",
} as const;

const WARNINGS = {
	"many-clients-in-one":
		"Many clients share one network and browser at the same time, and count as one visitor. If your site's clients store an ID, count by ID: set analytics.identity to browser in site.yaml, or ANALYTICS_VISITORS to client.",
	"ids-never-return":
		"Few IDs return on another day, so each page load may count as a visitor. If your site's clients store no ID, count by network: set ANALYTICS_VISITORS to network.",
} as const;

/** Notes on how visitors are counted, and a warning if the count is probably wrong. */
function CountingNotes({ visitors, totals_only: totalsOnly }: StatsAnswer): ReactElement {
	return (
		<>
			{visitors.warning !== null && (
				<p className="notice notice-danger" role="status">
					{WARNINGS[visitors.warning]}
				</p>
			)}
			<p className="hint">
				{WAYS[visitors.by]}
				{totalsOnly !== null &&
					` From ${totalsOnly.from} to ${totalsOnly.to} only totals are stored; no filter applies to them.`}
			</p>
		</>
	);
}

const POLL_MS = 30_000;

/** Number of visitors who are on the site now, with a link to their events. */
function VisitorsNow(): ReactElement | null {
	const { data } = useAnswer<{ readonly visitors: number }>("/api/v1/visitors-now", {
		refetchInterval: POLL_MS,
	});
	if (data === undefined) return null;
	const { visitors } = data;
	return (
		<Link className="tool visitors-now" to="/live" title="Had an event in the last five minutes">
			<span className={visitors === 0 ? "now" : "now now-some"} aria-hidden="true" />
			{formatCounted(visitors, "visitor")} now
		</Link>
	);
}
