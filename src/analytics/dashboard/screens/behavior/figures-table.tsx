import { useQueries } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { QuestionInput } from "../../../api-types/question.ts";
import { answerOptions, questionPath } from "../../api/use-answer.ts";
import { Card } from "../../components/card.tsx";
import { Empty, Failure, SkeletonRows } from "../../components/state-notices.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { RowTable } from "../../components/tables/table.tsx";
import { formatCount, NO_FIGURE } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { renderFilter } from "../../state/filters.ts";
import { questionOf } from "../../state/question.ts";
import { useQuestion } from "../../state/use-question.ts";
import { parseDraft, withDraft } from "../explore/draft.ts";
import { type ColumnTrend, columnQuestion } from "./column-question.ts";

/** A column with a figure for each row: a trend by one breakdown. */
export interface FigureColumn extends ColumnTrend {
	readonly label: string;
	readonly format: (figure: number) => string;
	/** Rates a figure, if there are thresholds. */
	readonly grade?: (figure: number) => Grade;
}

export type Grade = "good" | "needs improvement" | "poor";

export interface FiguresTableProps {
	readonly title: string;
	/** Header of the row names, such as `Page`. */
	readonly head: string;
	/** The first column determines the rows. */
	readonly columns: readonly [FigureColumn, ...FigureColumn[]];
	/** Whether the first row has the totals. */
	readonly hasTotal?: boolean;
	/** Shown without rows; explains the next step. */
	readonly empty: ReactNode;
}

const SHOWN_ROWS = 12;
/** Row limit of the other columns, which the service sorts differently. */
const ASKED_ROWS = 1_000;

/** Several trends by the same values, side by side. */
export function FiguresTable(props: FiguresTableProps): ReactElement {
	const { title, columns } = props;
	const [params] = useSearchParams();
	const range = useQuestion();
	const paths = columns.map((column, index) => {
		const limit = index === 0 ? SHOWN_ROWS : ASKED_ROWS;
		return questionPath({ ...columnQuestion(column, range), limit } as QuestionInput);
	});
	const queries = useQueries({ queries: paths.map((path) => answerOptions<Answer>(path)) });
	const failed = queries.find(({ error }) => error !== null);
	const answers = queries.flatMap(({ data }) => data ?? []);
	const { draft, where } = columns[0];
	const explored = withDraft(questionOf(params), {
		...parseDraft(new URLSearchParams({ view: "table" })),
		...draft,
	});
	if (where !== undefined) explored.append("filter", renderFilter(where));
	return (
		<Card
			title={title}
			tools={
				<Link className="tool" to={`/explore?${explored}`}>
					Explore<span className="visually-hidden"> {title}</span>
				</Link>
			}
		>
			{failed !== undefined ? (
				<Failure what={title.toLowerCase()} query={failed} />
			) : answers.length < columns.length ? (
				queries.some(({ fetchStatus }) => fetchStatus !== "idle") && <SkeletonRows count={6} />
			) : (
				<Rows {...props} answers={answers} />
			)}
		</Card>
	);
}

type Answer = AnswerTo<"trend">;

/** @param props.answers One answer for each column. */
function Rows(props: FiguresTableProps & { readonly answers: readonly Answer[] }): ReactElement {
	const { title, head, columns, hasTotal = false, empty, answers } = props;
	const figures = answers.map(figuresOf);
	const names = [...(figures[0]?.keys() ?? [])];
	const [, ...further] = figures;
	const isMeasured = names.some((name) => further.some((of) => of.has(name)));
	if (!isMeasured) return <Empty title="No data in this range">{empty}</Empty>;
	return (
		<>
			<RowTable
				caption={title}
				className="figures-table"
				rows={[
					...(hasTotal ? [{ name: "All", of: answers.map(({ total }) => total) }] : []),
					...names.map((name) => ({ name, of: figures.map((of) => of.get(name) ?? null) })),
				]}
				columns={[
					{ label: head, cell: ({ name }) => visibleText(name) },
					...columns.map((column, index) => ({
						label: column.label,
						isNumber: true,
						cell: ({ of }: Figures) => <Figure {...column} figure={of[index] ?? null} />,
					})),
				]}
			/>
			<SaveTable
				name={title}
				answer={answers}
				rows={[
					[head, ...columns.map(({ label }) => label)],
					...names.map((name) => [name, ...figures.map((of) => of.get(name) ?? null)]),
				]}
			/>
		</>
	);
}

interface Figures {
	readonly name: string;
	/** Figures, one for each column. */
	readonly of: readonly (number | null)[];
}

function Figure({
	format,
	grade,
	figure,
}: FigureColumn & { readonly figure: number | null }): ReactElement {
	if (figure === null) return <>{NO_FIGURE}</>;
	const worth = grade?.(figure);
	return (
		<span className={worth && GRADE_CLASSES[worth]}>
			{format(figure)}
			{worth !== undefined && <small> {worth}</small>}
		</span>
	);
}

const GRADE_CLASSES: Readonly<Record<Grade, string>> = {
	good: "change-good",
	"needs improvement": "grade-middling",
	poor: "change-bad",
};

/** Figures by row name; omits rows without a name or a figure. */
function figuresOf({ rows }: Answer): ReadonlyMap<string, number> {
	return new Map(
		rows.flatMap(({ values: [value], total }) =>
			typeof value === "string" && value !== "" && total !== null ? [[value, total] as const] : [],
		),
	);
}

/** Columns with the count of an event and the number of its visitors. */
export function eventsBy(
	event: string,
	property: string,
): readonly [FigureColumn, ...FigureColumn[]] {
	const draft = { steps: [`event:${event}`], breakdown: `property.${property}` };
	return [
		{ label: "Events", draft: { ...draft, measure: "events" }, format: formatCount },
		{ label: "Visitors", draft: { ...draft, measure: "visitors" }, format: formatCount },
	];
}
