import type { ReactElement } from "react";
import type { AnswerTo } from "../../../../wire/dashboard/query-answer.ts";
import { Empty } from "../../../components/state-notices.tsx";
import { Table } from "../../../components/tables/table.tsx";
import { formatCount, formatFigure } from "../../../format/numbers.ts";
import { dayIn } from "../../../state/dates.ts";

const UNITS = { day: "Day", week: "Week", month: "Month" } as const;

/** Cohorts as rows; the darker a cell, the more came back. */
export function RetentionView({
	answer,
}: {
	readonly answer: AnswerTo<"retention">;
}): ReactElement {
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
		return <Empty title="No one in this range">Choose a longer range above.</Empty>;
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
							return (
								<td
									key={cohort.start}
									className="number"
									title={count === undefined ? undefined : `${count} of ${size}`}
									style={
										count === undefined
											? undefined
											: {
													background: `color-mix(in oklab, var(--color-series-1) ${Math.round((count / size) * 35)}%, transparent)`,
												}
									}
								>
									{count === undefined ? "" : formatFigure(count / size, "percent")}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</Table>
	);
}
