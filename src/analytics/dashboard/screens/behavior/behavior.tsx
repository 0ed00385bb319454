import type { ReactElement } from "react";
import { FilterChips } from "../../components/question/filter-chips.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { formatSpan } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { eventsBy, type FigureColumn, FiguresTable } from "./figures-table.tsx";
import { WEB_VITALS } from "./web-vitals.ts";

/** What visitors do on pages: how long and how far they read, where they leave to, how fast it is. */
export function Behavior(): ReactElement {
	const { span } = useQuestion();
	return (
		<>
			<ScreenHeader title="Behavior" lead={formatSpan(span)}>
				<QuestionBar />
			</ScreenHeader>
			<FilterChips />
			<FiguresTable
				title="Pages"
				head="Page"
				columns={READING}
				empty={<Measure name="engagement" />}
			/>
			<div className="breakdowns">
				<FiguresTable
					title="Outbound links"
					head="Link"
					columns={eventsBy("outbound_link", "link_url")}
					empty={<Measure name="links" />}
				/>
				<FiguresTable
					title="Downloads"
					head="File"
					columns={eventsBy("file_download", "link_url")}
					empty={<Measure name="links" />}
				/>
			</div>
			<FiguresTable
				title="Web vitals"
				head="Page"
				columns={[MEASURED_LOADS, ...WEB_VITALS]}
				hasTotal
				empty={
					<p>
						Speed is measured where <code>site.yaml</code> has{" "}
						<code>analytics: webVitals: true</code>.
					</p>
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

function Measure({ name }: { readonly name: "engagement" | "links" }): ReactElement {
	return (
		<p>
			This is measured where <code>site.yaml</code> has <code>analytics: measure: [{name}]</code>.
		</p>
	);
}
