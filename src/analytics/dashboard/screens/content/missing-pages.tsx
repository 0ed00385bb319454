import type { ReactElement } from "react";
import type { MissingPage } from "../../../wire/dashboard/problems.ts";
import { Code } from "../../components/code.tsx";
import { FoldedList } from "../../components/folded-list.tsx";
import { formatCounted } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { CountList, Problem } from "../problems/problem.tsx";

/** What follows the list should be seen without a search for it. */
const SHOWN_PAGES = 12;

/** Pages that visitors looked for and that are not there, each with a redirect to paste. */
export function MissingPages({ pages }: { readonly pages: readonly MissingPage[] }): ReactElement {
	return (
		<FoldedList className="problem-list" shown={SHOWN_PAGES}>
			{pages.map((page) => (
				<MissingPageRow key={page.page} page={page} />
			))}
		</FoldedList>
	);
}

function MissingPageRow({ page: missing }: { readonly page: MissingPage }): ReactElement {
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
