import type { ReactElement } from "react";
import { RETENTION_PERIODS } from "../../../api-types/dimensions.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { Choice } from "../../components/choice.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { dayIn } from "../../state/dates.ts";
import type { QuestionFormProps } from "./draft.ts";
import type { AnswerViewProps, QuestionKind } from "./question-kind.ts";
import { StepFields } from "./step-fields.tsx";

/** How many visitors return. */
export const RETENTION: QuestionKind<"retention"> = {
	label: "Retention",
	steps: [],
	missing: "Choose a period above.",
	Fields,
	questionOf: ({ draft: { period }, selectors: [start, returning], common }) => {
		return { kind: "retention", period, start, returning, ...common };
	},
	View,
	rowsOf: ({ cohorts, period, timezone }) => [
		["Cohort", "People", ...cohorts.map((_cohort, index) => `${period} ${index}`)],
		...cohorts.map(({ start, size, returned }) => [
			dayIn(timezone, Date.parse(start)),
			size,
			...returned,
		]),
	],
};

const PERIOD_LABELS = { day: "Days", week: "Weeks", month: "Months" } as const;

function Fields({ draft, onChange }: QuestionFormProps): ReactElement {
	return (
		<>
			<Choice
				label="Period"
				value={draft.period}
				options={RETENTION_PERIODS.map((name) => [name, PERIOD_LABELS[name]])}
				onChoose={(period) => onChange({ period })}
			/>
			<StepFields
				labels={["Started with", "Came back for"]}
				steps={[draft.steps[0] ?? "", draft.steps[1] ?? ""]}
				isOptional
				onChange={(steps) => onChange({ steps })}
			/>
		</>
	);
}

const UNITS = { day: "Day", week: "Week", month: "Month" } as const;

/** Cohorts as rows; in a darker cell, more visitors returned. */
function View({ answer }: AnswerViewProps<AnswerTo<"retention">>): ReactElement {
	const { cohorts, is_available, period, timezone } = answer;
	if (!is_available) {
		return (
			<Empty title="Visitors are not recognized on another day">
				They are counted by network here. Retention needs clients that keep an ID: set{" "}
				<code>ANALYTICS_VISITORS=client</code>. A Loggia site can set{" "}
				<code>analytics.identity: browser</code> in <code>site.yaml</code> instead.
			</Empty>
		);
	}
	const filled = cohorts.filter(({ size }) => size > 0);
	if (filled.length === 0) {
		return <Empty title="No visitors in this range">Choose a longer range above.</Empty>;
	}
	return (
		<Table
			caption="Retention"
			className="retention"
			columns={[
				{ label: "Cohort" },
				{ label: "People", isNumber: true },
				...cohorts.map((_, index) => ({ label: `${UNITS[period]} ${index}`, isNumber: true })),
			]}
		>
			<tbody>
				{filled.map(({ start, size, returned }) => (
					<tr key={start}>
						<th scope="row" className="nowrap">
							{dayIn(timezone, Date.parse(start))}
						</th>
						<td className="number">{formatCount(size)}</td>
						{cohorts.map((cohort, index) => {
							const count = returned[index];
							const share = count === undefined ? 0 : count / size;
							const background = `color-mix(in oklab, var(--color-series-1) ${Math.round(share * 35)}%, transparent)`;
							return (
								<td
									key={cohort.start}
									className="number"
									{...(count !== undefined && {
										title: `${count} of ${size}`,
										style: { background },
									})}
								>
									{count === undefined ? "" : formatFigure(share, "percent")}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</Table>
	);
}
