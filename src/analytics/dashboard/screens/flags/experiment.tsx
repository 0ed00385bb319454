import type { ReactElement } from "react";
import { Link } from "react-router";
import type { ExperimentAnswer } from "../../../api-types/experiments.ts";
import { pathOf } from "../../api/request.ts";
import { useReport } from "../../api/use-answer.ts";
import { useGoals } from "../../api/use-saved.ts";
import { Answered } from "../../components/answered.tsx";
import { Choice } from "../../components/choice.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { type RowColumn, RowTable, withNumbers } from "../../components/tables/table.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { useParameter } from "../../state/use-address.ts";

/** Compares how often the variants of a flag reach a goal, and the certainty of the result. */
export function Experiment({ flagKey }: { readonly flagKey: string }): ReactElement {
	const goals = useGoals();
	const [chosen, choose] = useParameter("goal");
	const [goal] = goals.find(([key]) => key === chosen) ?? goals[0] ?? [];
	if (goal === undefined) {
		return (
			<Empty title="No goals yet">
				Define a goal under <Link to="/explore">Explore</Link>, then compare the variants here.
			</Empty>
		);
	}
	return (
		<>
			<div className="experiment-question">
				<Choice label="Goal" value={goal} options={goals} onChoose={choose} />
				<div className="question-bar">
					<QuestionBar />
				</div>
			</div>
			<Result flagKey={flagKey} goal={goal} />
		</>
	);
}

interface ResultProps {
	readonly flagKey: string;
	readonly goal: string;
}

function Result({ flagKey, goal }: ResultProps): ReactElement {
	const path = pathOf`/api/v1/experiments/${flagKey}`;
	const query = useReport<ExperimentAnswer>(path, { goal });
	return (
		<Answered what="the experiment" query={query}>
			{(answer) =>
				answer.variants.every(({ exposed }) => exposed === 0) ? (
					<Empty title="No exposures in this range">
						Clients send <code>$feature_flag_called</code> when your site evaluates the flag. Choose
						another range, or evaluate the flag on a page.
					</Empty>
				) : (
					<Variants {...answer} />
				)
			}
		</Answered>
	);
}

type Variant = ExperimentAnswer["variants"][number];

const percent = (value: number | null): string => formatFigure(value, "percent");
const COLUMNS: readonly RowColumn<Variant>[] = [
	{ label: "Variant", cell: ({ variant }) => variant },
	{ label: "Exposed", cell: ({ exposed }) => formatCount(exposed) },
	{ label: "Converted", cell: ({ converted }) => formatCount(converted) },
	{ label: "Rate", cell: ({ rate }) => percent(rate) },
	{ label: "95% interval", cell: ({ low, high }) => `${percent(low)} – ${percent(high)}` },
	{ label: "Chance to be best", cell: ({ chance_to_be_best }) => percent(chance_to_be_best) },
];

function Variants(answer: ExperimentAnswer): ReactElement {
	const { variants, split, visitors } = answer;
	return (
		<>
			{split?.is_off === true && (
				<p className="notice notice-danger">
					Sample ratio mismatch: chance does not explain the exposures per variant (p ={" "}
					{split.chance.toPrecision(1)}). Find the cause before you trust the result.
				</p>
			)}
			<RowTable
				caption="Variants"
				className="table-stacked"
				columns={withNumbers(COLUMNS)}
				rows={variants}
			/>
			<SaveTable
				name={`experiment ${answer.flag} ${answer.goal}`}
				answer={answer}
				rows={[
					COLUMNS.map(({ label }) => label),
					...variants.map(({ variant, exposed, converted, rate, low, high, chance_to_be_best }) => [
						variant,
						exposed,
						converted,
						rate,
						`${low} – ${high}`,
						chance_to_be_best,
					]),
				]}
			/>
			<p className="hint">
				{visitors.unit === "people"
					? "Visitors are people. They convert if they reach the goal within 30 days of the first exposure."
					: "Visitors are visitor-days: each counts again on another day, perhaps with another variant. Count by client (ANALYTICS_VISITORS=client) to compare over several days."}
			</p>
		</>
	);
}
