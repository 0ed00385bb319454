import type { ReactElement } from "react";
import type { SearchedWords, SearchesAnswer } from "../../../wire/dashboard/searches.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { RowsCard } from "../../components/rows-card.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { BarTable, type BarTableProps } from "../../components/tables/bar-table.tsx";

import { formatSpan } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";

/** What visitors look for on the site; first what they do not find. */
export function Searches(): ReactElement {
	const { span, timeZone } = useQuestion();
	const parameters = new URLSearchParams({ from: span.from, to: span.to, timezone: timeZone });
	const query = useAnswer<SearchesAnswer>(`/api/v1/searches?${parameters}`, {
		keepsPrevious: true,
	});
	return (
		<>
			<ScreenHeader title="Searches" lead={formatSpan(span)}>
				<QuestionBar />
			</ScreenHeader>
			<RowsCard
				title="Nothing found"
				what="the searches without results"
				query={query}
				rowsOf={({ nothing_found }) => nothing_found}
				empty={[
					"No searches without results",
					"Words that visitors look for and do not find are listed here.",
				]}
			>
				{(rows) => (
					<SearchTable
						rows={rows}
						caption="Searches without results"
						head="Words"
						figureOf={({ without_results }) => without_results}
						nameOf={({ words }) => visibleText(words)}
					/>
				)}
			</RowsCard>
			<RowsCard
				title="All searches"
				what="the searches"
				query={query}
				rowsOf={({ results }) => results}
				empty={["No searches", "What visitors look for on the site is listed here."]}
			>
				{(rows) => (
					<SearchTable
						rows={rows}
						caption="All searches"
						head="Words, and the page that was chosen most often"
						figureOf={({ searches }) => searches}
						nameOf={({ words, chosen }) =>
							[words, ...(chosen === null ? [] : [chosen])].map(visibleText).join(" → ")
						}
					/>
				)}
			</RowsCard>
		</>
	);
}

interface SearchTableProps
	extends Pick<BarTableProps<SearchedWords>, "caption" | "rows" | "figureOf"> {
	readonly head: string;
	readonly nameOf: (row: SearchedWords) => string;
}

function SearchTable({ head, nameOf, ...table }: SearchTableProps): ReactElement {
	return (
		<BarTable {...table} head={[head, "Searches"]} keyOf={({ words }) => words}>
			{(row) => <span className="breakdown-name">{nameOf(row)}</span>}
		</BarTable>
	);
}
