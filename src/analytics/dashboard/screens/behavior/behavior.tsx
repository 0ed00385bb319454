import type { ReactElement } from "react";
import { FilterBar } from "../../components/question/filter-bar.tsx";
import { QuestionHeader } from "../../components/question/question-bar.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { eventsBy, type FigureColumn, FiguresTable, type Grade } from "./figures-table.tsx";

/** Use of pages: reading time, scroll depth, outbound links, downloads and web vitals. */
export function Behavior(): ReactElement {
	return (
		<>
			<QuestionHeader title="Behavior" />
			<FilterBar />
			<FiguresTable
				title="Pages"
				head="Page"
				columns={READING}
				empty={<Sent sdk="posthog-js sends both with $pageleave." site="measure: [engagement]" />}
			/>
			<div className="breakdowns">
				<FiguresTable
					title="Outbound links"
					head="Link"
					columns={eventsBy("outbound_link", "link_url")}
					empty={<Sent sdk="Capture outbound_link with link_url." site="measure: [links]" />}
				/>
				<FiguresTable
					title="Downloads"
					head="File"
					columns={eventsBy("file_download", "link_url")}
					empty={<Sent sdk="Capture file_download with link_url." site="measure: [links]" />}
				/>
			</div>
			<FiguresTable
				title="Web vitals"
				head="Page"
				columns={[MEASURED_LOADS, ...WEB_VITALS]}
				hasTotal
				empty={
					<Sent
						sdk="posthog-js sends $web_vitals with capture_performance: { web_vitals: true }."
						site="webVitals: true"
					/>
				}
			/>
			<p className="hint">
				Web vitals are 75th percentiles. Time on page is a median and counts only visible tabs.
			</p>
		</>
	);
}

const LEFT_PAGE = { breakdown: "property.$prev_pageview_pathname" } as const;

const READING = [
	{ label: "Views", draft: { measure: "views", breakdown: "page" }, format: formatCount },
	{
		label: "Time on page",
		isOfLeftPage: true,
		draft: {
			...LEFT_PAGE,
			measure: "percentile",
			percentile: 50,
			property: "$prev_pageview_duration",
		},
		format: (seconds) => formatFigure(seconds * 1_000, "duration"),
	},
	{
		label: "Scroll depth",
		isOfLeftPage: true,
		draft: {
			...LEFT_PAGE,
			measure: "average",
			property: "$prev_pageview_max_content_percentage",
		},
		format: (share) => formatFigure(share, "percent"),
	},
] as const satisfies readonly FigureColumn[];

const MEASURED_LOADS: FigureColumn = {
	label: "Loads",
	draft: { measure: "events", steps: ["event:$web_vitals"], breakdown: "page" },
	format: formatCount,
};

/**
 * 75th percentile of each web vital, by page.
 *
 * @see https://web.dev/articles/defining-core-web-vitals-thresholds
 */
const WEB_VITALS = [
	webVital("LCP", [2_500, 4_000]),
	webVital("INP", [200, 500]),
	webVital("CLS", [0.1, 0.25]),
	webVital("FCP", [1_800, 3_000]),
];

/** A value up to the first is good, above the second poor. Milliseconds, or a score. */
type Thresholds = readonly [good: number, poor: number];

function webVital(name: string, thresholds: Thresholds): FigureColumn {
	return {
		label: name,
		draft: {
			measure: "percentile",
			percentile: 75,
			property: `$web_vitals_${name}_value`,
			steps: ["event:$web_vitals"],
			breakdown: "page",
		},
		format: name === "CLS" ? (score) => score.toFixed(2) : formatMilliseconds,
		grade: (figure) => gradeOf(figure, thresholds),
	};
}

export function gradeOf(figure: number, [good, poor]: Thresholds): Grade {
	if (figure <= good) return "good";
	return figure <= poor ? "needs improvement" : "poor";
}

function formatMilliseconds(value: number): string {
	return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}

interface SentProps {
	/** How the client of any site sends the events. */
	readonly sdk: string;
	/** Setting below `analytics` in `site.yaml` of a Loggia site. */
	readonly site: string;
}

function Sent({ sdk, site }: SentProps): ReactElement {
	return (
		<p>
			{sdk} On a Loggia site, set <code>analytics: {site}</code> in <code>site.yaml</code>.
		</p>
	);
}
