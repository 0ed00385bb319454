import type { ReactElement } from "react";
import type { SearchedWords, SearchesAnswer } from "../../../wire/dashboard/searches.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { formatFigure } from "../../format/numbers.ts";
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
			<Card title="Nothing found">
				<Answered what="the searches without results" query={query}>
					{({ nothing_found }) => <NothingFound rows={nothing_found} />}
				</Answered>
			</Card>
			<Card title="All searches">
				<Answered what="the searches" query={query}>
					{({ results }) => <AllSearches rows={results} />}
				</Answered>
			</Card>
		</>
	);
}

interface RowsProps {
	readonly rows: readonly SearchedWords[];
}

function NothingFound({ rows }: RowsProps): ReactElement {
	if (rows.length === 0) {
		return (
			<Empty title="No searches without results">
				<p>Words that visitors look for and do not find are listed here.</p>
			</Empty>
		);
	}
	return (
		<BarTable
			caption="Searches without results"
			head={["Words", "Searches"]}
			rows={rows}
			keyOf={({ words }) => words}
			figureOf={({ without_results }) => without_results}
			format={(value) => formatFigure(value, "count")}
		>
			{({ words }) => <span className="breakdown-name">{visibleText(words)}</span>}
		</BarTable>
	);
}

function AllSearches({ rows }: RowsProps): ReactElement {
	if (rows.length === 0) {
		return (
			<Empty title="No searches">
				<p>What visitors look for on the site is listed here.</p>
			</Empty>
		);
	}
	return (
		<BarTable
			caption="All searches"
			head={["Words, and the page that was chosen most often", "Searches"]}
			rows={rows}
			keyOf={({ words }) => words}
			figureOf={({ searches }) => searches}
			format={(value) => formatFigure(value, "count")}
		>
			{({ words, chosen }) => (
				<span className="breakdown-name">
					{visibleText(words)}
					{chosen !== null && ` → ${visibleText(chosen)}`}
				</span>
			)}
		</BarTable>
	);
}
