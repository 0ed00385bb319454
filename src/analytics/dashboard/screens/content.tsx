import type { ReactElement } from "react";
import { Link } from "react-router";
import type { MissingPage, MissingPagesAnswer } from "../../api-types/problems.ts";
import type { SearchedWords, SearchesAnswer } from "../../api-types/searches.ts";
import { useReport } from "../api/use-answer.ts";
import { RowsCard } from "../components/card.tsx";
import { Code } from "../components/code.tsx";
import { FoldedList } from "../components/folded-list.tsx";
import { QuestionHeader } from "../components/question/question-bar.tsx";
import { BarTable } from "../components/tables/bar-table.tsx";
import { formatCount, formatCounted } from "../format/numbers.ts";
import { visibleText } from "../format/visible-text.ts";
import { type FigureColumn, FiguresTable } from "./behavior/figures-table.tsx";
import { CountList, Problem } from "./problem.tsx";

/** Few pages, so that the content below the list is easy to find. */
const SHOWN_PAGES = 12;

/** Content to write, fix or redirect: votes, searches and missing pages. */
export function Content(): ReactElement {
	const query = useReport<SearchesAnswer>("/api/v1/searches");
	const missing = useReport<MissingPagesAnswer>("/api/v1/missing-pages");
	return (
		<>
			<QuestionHeader title="Content" />
			<FiguresTable
				title="Unhelpful pages"
				head="Page"
				columns={VOTES}
				empty={
					<p>
						With <code>feedback: true</code> in <code>site.yaml</code>, pages ask whether they were
						helpful. Any client can send the event <code>page feedback</code> with{" "}
						<code>helpful</code>, <code>yes</code> or <code>no</code>.
					</p>
				}
			/>
			<p className="hint">
				<Link to="/events?step=event:page+feedback+text">Visitor comments</Link>
			</p>
			<RowsCard
				title="Pages not found"
				what="the missing pages"
				query={missing}
				rowsOf={({ results }) => results}
				empty={[
					"No missing pages",
					"Views of pages that do not exist are listed here, with a redirect to add.",
				]}
			>
				{(pages) => (
					<FoldedList className="problem-list" shown={SHOWN_PAGES}>
						{pages.map((missing) => (
							<MissingPageRow key={missing.page} missing={missing} />
						))}
					</FoldedList>
				)}
			</RowsCard>
			{SEARCH_LISTS.map(({ title, what, empty, rowsOf, ...table }) => (
				<RowsCard key={title} title={title} what={what} query={query} rowsOf={rowsOf} empty={empty}>
					{(rows) => (
						<BarTable
							caption={table.caption}
							head={[table.head, "Searches"]}
							rows={rows}
							keyOf={({ words }) => words}
							figureOf={table.figureOf}
						>
							{(row) => <span className="breakdown-name">{table.nameOf(row)}</span>}
						</BarTable>
					)}
				</RowsCard>
			))}
		</>
	);
}

/** A missing page that visitors requested, with a redirect to copy. */
function MissingPageRow({ missing }: { readonly missing: MissingPage }): ReactElement {
	const { page, views, referrers, suggestion, route_rule, redirects_line } = missing;
	return (
		<Problem
			name={visibleText(page)}
			hint={suggestion === null ? undefined : `similar to ${suggestion}`}
			figure={formatCounted(views, "view")}
		>
			{() => (
				<>
					<h3>Linked from</h3>
					<CountList
						rows={referrers.map(({ referrer, views: count }) => [
							visibleText(referrer ?? "No referrer: typed or bookmarked"),
							count,
						])}
					/>
					<h3>
						{suggestion === null
							? "Redirect to the home page or another page"
							: `Redirect to ${suggestion}`}
					</h3>
					<Code label="In site.yaml" text={route_rule} />
					<Code label="In public/_redirects" text={redirects_line} />
				</>
			)}
		</Problem>
	);
}

const SEARCH_LISTS = [
	{
		title: "Searches without results",
		what: "the searches without results",
		caption: "Searches without results",
		head: "Search terms",
		rowsOf: (answer: SearchesAnswer) => answer.nothing_found,
		figureOf: (row: SearchedWords) => row.without_results,
		nameOf: ({ words }: SearchedWords) => visibleText(words),
		empty: [
			"No searches without results",
			"Searches without results are listed here. Use their words on a page.",
		],
	},
	{
		title: "All searches",
		what: "the searches",
		caption: "All searches",
		head: "Search terms, and the page chosen most often",
		rowsOf: (answer: SearchesAnswer) => answer.results,
		figureOf: (row: SearchedWords) => row.searches,
		nameOf: ({ words, chosen }: SearchedWords) =>
			[words, ...(chosen === null ? [] : [chosen])].map(visibleText).join(" → "),
		empty: ["No searches", "Searches of your visitors are listed here."],
	},
] as const;

function votes(label: string, helpful: "yes" | "no"): FigureColumn {
	return {
		label,
		draft: { steps: ["event:page feedback"], breakdown: "page", measure: "events" },
		where: { field: "property.helpful", operator: "is", value: helpful },
		format: formatCount,
	};
}

/** The columns of votes on pages. */
export const VOTES = [votes("Not helpful", "no"), votes("Helpful", "yes")] as const;
