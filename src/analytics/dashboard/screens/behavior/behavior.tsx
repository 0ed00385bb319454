import type { ReactElement } from "react";
import { FilterBar } from "../../components/question/filter-bar.tsx";
import { QuestionHeader } from "../../components/question/question-bar.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { eventsBy, type FigureColumn, FiguresTable } from "./figures-table.tsx";
import { WEB_VITALS } from "./web-vitals.ts";

/** What visitors do on pages: how long and how far they read, where they leave to, how fast it is. */
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
				Web vitals are 75th percentiles: three of four loads were not slower. Times on pages are
				medians, of tabs in sight.
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

interface SentProps {
	/** How a client of any site sends it. */
	readonly sdk: string;
	/** What a site of Loggia has below `analytics` in `site.yaml`. */
	readonly site: string;
}

function Sent({ sdk, site }: SentProps): ReactElement {
	return (
		<p>
			{sdk} A Loggia site does so with <code>analytics: {site}</code> in <code>site.yaml</code>.
		</p>
	);
}
