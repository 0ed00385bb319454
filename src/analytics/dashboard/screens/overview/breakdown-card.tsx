import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { FiguresRow, StatsAnswer } from "../../../wire/dashboard/stats.ts";
import { Card } from "../../components/card.tsx";
import { Empty, SkeletonRows } from "../../components/state-notices.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Tool } from "../../components/tool.tsx";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { renderFilter, toggleFilter } from "../../state/filters.ts";
import { useParameter } from "../../state/use-address.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { BreakdownCardEntry, BreakdownTab } from "./breakdown-cards.ts";
import { BreakdownDetails } from "./breakdown-details.tsx";
import { METRICS } from "./metrics.ts";
import { SHOWN_ROWS } from "./use-stats.ts";

export interface BreakdownCardProps {
	readonly card: BreakdownCardEntry;
	readonly stats: UseQueryResult<StatsAnswer>;
	/** What has come before that is held back. */
	readonly isReady: boolean;
}

/** A few breakdowns of one kind behind tabs; the whole of the open one in a dialog. */
export function BreakdownCard({ card, stats, isReady }: BreakdownCardProps): ReactElement {
	const { name, title, tabs } = card;
	const [chosen, choose] = useParameter(name, tabs[0].name);
	const [isOpen, setIsOpen] = useState(false);
	const tab = tabs.find(({ name }) => name === chosen) ?? tabs[0];
	const { figure } = METRICS[tab.metric];
	// Sessions that viewed a page entered on others too: those rows have nothing of this figure.
	const rows = (isReady ? stats.data : undefined)?.breakdowns[tab.name]?.filter(
		(row) => (row[figure] ?? 0) > 0,
	);
	return (
		<Card
			title={title}
			className={stats.isPlaceholderData ? "breakdown answer-outdated" : "breakdown"}
			tools={
				tabs.length > 1 && (
					<Tabs label={`View of ${title}`} tabs={tabs} chosen={tab.name} onChoose={choose} />
				)
			}
		>
			{rows === undefined ? (
				<SkeletonRows count={SHOWN_ROWS} />
			) : rows.length === 0 ? (
				<Empty title="No data in this range">
					{tab.name === "region" && (
						<p>
							Known where <code>ANALYTICS_GEOIP_FILE</code> names a database of cities.
						</p>
					)}
					{tab.name.startsWith("utm_") && (
						<p>Links with {tab.name}= in their address are counted here.</p>
					)}
				</Empty>
			) : (
				<BreakdownTable tab={tab} rows={rows.slice(0, SHOWN_ROWS)} />
			)}
			{rows !== undefined && rows.length > SHOWN_ROWS && (
				<Tool look="more" onClick={() => setIsOpen(true)} of={`of ${title}: ${tab.label}`}>
					Show all
				</Tool>
			)}
			{isOpen && (
				<BreakdownDetails
					title={`${title}: ${tab.label}`}
					tab={tab}
					onClose={() => setIsOpen(false)}
				/>
			)}
		</Card>
	);
}

interface BreakdownTableProps {
	readonly tab: BreakdownTab;
	readonly rows: readonly FiguresRow[];
}

/** The largest rows of a breakdown. A row is a filter. */
function BreakdownTable({ tab, rows }: BreakdownTableProps): ReactElement {
	const { name, label, metric: metricName } = tab;
	const { question, change } = useQuestion();
	const { filters } = question;
	const metric = METRICS[metricName];
	return (
		<BarTable
			caption={label}
			head={[DIMENSIONS[name], metric.label]}
			rows={rows}
			keyOf={({ value }) => value}
			figureOf={(row) => row[metric.figure] ?? 0}
			format={(value) => formatFigure(value, metric.unit)}
		>
			{({ value }) => {
				const filter = { field: name, operator: "is", value } as const;
				return (
					<button
						type="button"
						aria-pressed={filters.some((other) => renderFilter(other) === renderFilter(filter))}
						title={`Show only ${DIMENSIONS[name].toLowerCase()} ${labelOf(name, value)}`}
						onClick={() => change({ filters: toggleFilter(filters, filter) })}
					>
						{labelOf(name, value)}
					</button>
				);
			}}
		</BarTable>
	);
}
