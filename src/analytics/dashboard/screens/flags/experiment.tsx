import type { ReactElement } from "react";
import { Link } from "react-router";
import type { ExperimentAnswer } from "../../../wire/dashboard/experiments.ts";
import { pathOf } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Field } from "../../components/field.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { Table } from "../../components/tables/table.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { useGoals } from "../explore/use-saved.ts";

/** Which variant of a flag reaches a goal more often, and how sure that is. */
export function Experiment({ flagKey }: { readonly flagKey: string }): ReactElement {
	const goals = useGoals();
	const [chosen, choose] = useParameter("goal");
	const goal = goals.find(({ key }) => key === chosen) ?? goals[0];
	if (goal === undefined) {
		return (
			<Empty title="No goals yet">
				<p>
					Define what a success is as a goal under <Link to="/explore">Explore</Link>, then compare
					the variants here.
				</p>
			</Empty>
		);
	}
	return (
		<>
			<div className="experiment-question">
				<Field label="Goal">
					{(control) => (
						<select {...control} value={goal.key} onChange={({ target }) => choose(target.value)}>
							{goals.map(({ key, definition }) => (
								<option key={key} value={key}>
									{definition.name}
								</option>
							))}
						</select>
					)}
				</Field>
				<QuestionBar offers={[]} />
			</div>
			<Result flagKey={flagKey} goal={goal.key} />
		</>
	);
}

interface ResultProps {
	readonly flagKey: string;
	readonly goal: string;
}

function Result({ flagKey, goal }: ResultProps): ReactElement {
	const { span, timeZone } = useQuestion();
	const { from, to } = span;
	const asked = new URLSearchParams({ goal, from, to, timezone: timeZone });
	const query = useAnswer<ExperimentAnswer>(`${pathOf`/api/v1/experiments/${flagKey}`}?${asked}`, {
		keepsPrevious: true,
	});
	return (
		<Answered what="the experiment" query={query}>
			{(answer) =>
				answer.variants.every(({ exposed }) => exposed === 0) ? (
					<Empty title="No exposures in this range">
						<p>
							Clients send <code>$feature_flag_called</code> when your site asks for the flag.
							Choose another range, or ask for the flag in a page.
						</p>
					</Empty>
				) : (
					<Variants answer={answer} />
				)
			}
		</Answered>
	);
}

const COLUMNS = [
	{ label: "Variant" },
	...["Exposed", "Converted", "Rate", "95% interval", "Chance to be best"].map((label) => ({
		label,
		isNumber: true,
	})),
];

function Variants({ answer }: { readonly answer: ExperimentAnswer }): ReactElement {
	const { variants, split, visitors } = answer;
	const percent = (value: number | null): string => formatFigure(value, "percent");
	return (
		<>
			{split?.is_off === true && (
				<p className="notice notice-danger">
					The split is off: exposures differ from the shares of the flag more than chance explains
					(p = {split.chance.toPrecision(1)}). Do not trust the result before the cause is found.
				</p>
			)}
			<Table caption="Variants" columns={COLUMNS} className="table-stacked">
				<tbody>
					{variants.map(({ variant, exposed, converted, rate, low, high, chance_to_be_best }) => (
						<tr key={variant}>
							<th scope="row">{variant}</th>
							<td className="number" data-label="Exposed">
								{formatFigure(exposed, "count")}
							</td>
							<td className="number" data-label="Converted">
								{formatFigure(converted, "count")}
							</td>
							<td className="number" data-label="Rate">
								{percent(rate)}
							</td>
							<td className="number" data-label="95% interval">
								{percent(low)} – {percent(high)}
							</td>
							<td className="number" data-label="Chance to be best">
								{percent(chance_to_be_best)}
							</td>
						</tr>
					))}
				</tbody>
			</Table>
			<SaveTable
				name={`experiment ${answer.flag} ${answer.goal}`}
				answer={answer}
				rows={[
					COLUMNS.map(({ label }) => label),
					...variants.map((one) => [
						one.variant,
						one.exposed,
						one.converted,
						one.rate,
						`${one.low} – ${one.high}`,
						one.chance_to_be_best,
					]),
				]}
			/>
			<p className="hint">
				{visitors.unit === "people"
					? "Visitors are people who met the variant, and reached the goal within 30 days of it."
					: "Visitors are visitor-days: who comes back on another day counts anew, perhaps with another variant. Count by client (ANALYTICS_VISITORS=client) to compare over several days."}
			</p>
		</>
	);
}
