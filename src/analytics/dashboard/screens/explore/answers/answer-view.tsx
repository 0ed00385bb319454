import type { ReactElement } from "react";
import type { TrendView } from "../../../../wire/dashboard/dimensions.ts";
import type { QueryAnswer } from "../../../../wire/dashboard/query-answer.ts";
import { SaveTable } from "../../../components/tables/save-table.tsx";
import { answerRows } from "./answer-rows.ts";
import { ConversionsView } from "./conversions-view.tsx";
import { FunnelView } from "./funnel-view.tsx";
import { PathsView } from "./paths-view.tsx";
import { RetentionView } from "./retention-view.tsx";
import { TrendFigures } from "./trend-figures.tsx";

export interface AnswerViewProps {
	readonly answer: QueryAnswer;
	/** How a trend is shown. */
	readonly view: TrendView;
	readonly title: string;
}

/** An answer in the form that its kind has; charts save themselves. */
export function AnswerView(props: AnswerViewProps): ReactElement {
	const { answer, view, title } = props;
	return (
		<>
			<Figures {...props} />
			{(answer.kind !== "trend" || view !== "line") && (
				<SaveTable name={title} answer={answer} rows={answerRows(answer)} />
			)}
		</>
	);
}

function Figures({ answer, view, title }: AnswerViewProps): ReactElement {
	switch (answer.kind) {
		case "trend":
			return <TrendFigures answer={answer} view={view} title={title} />;
		case "conversions":
			return <ConversionsView answer={answer} />;
		case "funnel":
			return <FunnelView answer={answer} />;
		case "retention":
			return <RetentionView answer={answer} />;
		case "paths":
			return <PathsView answer={answer} />;
	}
}
