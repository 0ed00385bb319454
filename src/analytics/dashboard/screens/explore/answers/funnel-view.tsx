import type { ReactElement } from "react";
import type { AnswerTo } from "../../../../api-types/query-answer.ts";
import { RowTable } from "../../../components/tables/table.tsx";
import { formatCount, formatDuration, formatFigure } from "../../../format/numbers.ts";
import { visibleText } from "../../../format/visible-text.ts";

/** Each step with a bar, its median time, and the actions of visitors who do not reach the next step. */
export function FunnelView({ steps, rows }: AnswerTo<"funnel">): ReactElement {
	return (
		<>
			<ol className="funnel">
				{steps.map(({ label: name, count, rate, median_ms, left, instead }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same page may be two steps.
					<li key={index}>
						<div className="funnel-step">
							<span
								className="bar"
								style={{ inlineSize: `${(rate ?? 0) * 100}%` }}
								aria-hidden="true"
							/>
							<strong>
								{index + 1}. {visibleText(name)}
							</strong>
							<span>
								{formatCount(count)} ({formatFigure(rate, "percent")})
							</span>
							{median_ms !== null && <span>median {formatDuration(median_ms)}</span>}
						</div>
						{left > 0 && (
							<details>
								<summary>{formatCount(left)} dropped off</summary>
								<ul>
									{instead.map(({ label, count: times }) => (
										<li key={label}>
											{label === null ? "No next event" : visibleText(label)}: {formatCount(times)}
										</li>
									))}
								</ul>
							</details>
						)}
					</li>
				))}
			</ol>
			{(rows.length > 1 || (rows[0] ?? { value: null }).value !== null) && (
				<RowTable
					caption="Steps by breakdown"
					rows={rows}
					columns={[
						{
							label: "Value",
							cell: ({ value }) => (value === null ? "(not set)" : visibleText(value)),
						},
						...steps.map(({ label }, index) => ({
							label: `${index + 1}. ${visibleText(label)}`,
							isNumber: true,
							cell: ({ counts }: (typeof rows)[number]) => formatCount(counts[index] ?? null),
						})),
					]}
				/>
			)}
		</>
	);
}
