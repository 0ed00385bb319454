import { type ReactElement, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MissingPage } from "../../../wire/dashboard/problems.ts";
import { Code } from "../../components/code.tsx";
import { Tool } from "../../components/tool.tsx";
import { formatCount, formatCounted } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { CountList, Problem } from "../problems/problem.tsx";

/** What follows the list should be seen without a search for it. */
const SHOWN_PAGES = 12;

/** Pages that visitors looked for and that are not there, each with a redirect to paste. */
export function MissingPages({ pages }: { readonly pages: readonly MissingPage[] }): ReactElement {
	const [isWhole, setIsWhole] = useState(false);
	const list = useRef<HTMLUListElement>(null);
	/** The button is gone then: the focus goes on where the list does. */
	function showWhole(): void {
		flushSync(() => setIsWhole(true));
		list.current?.querySelectorAll("summary")[SHOWN_PAGES]?.focus();
	}

	return (
		<>
			<ul className="problem-list" ref={list}>
				{(isWhole ? pages : pages.slice(0, SHOWN_PAGES)).map((page) => (
					<MissingPageRow key={page.page} page={page} />
				))}
			</ul>
			{!isWhole && pages.length > SHOWN_PAGES && (
				<Tool look="more" onClick={showWhole} of="missing pages">
					Show all {formatCount(pages.length)}
				</Tool>
			)}
		</>
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
