import { type ReactElement, useState } from "react";
import type { FiguresRow } from "../../../api-types/stats.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Modal } from "../../components/dialogs/modal.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty, SkeletonRows } from "../../components/state-notices.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { RowTable } from "../../components/tables/table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Tool } from "../../components/tool.tsx";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { renderFilter, toggleFilter } from "../../state/filters.ts";
import { useParameter } from "../../state/use-address.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { BreakdownCardEntry, BreakdownTab } from "./breakdown-cards.ts";
import { METRIC_NAMES, METRICS, metricNamed } from "./metrics.ts";
import { type Stats, useStats } from "./use-stats.ts";

/** Number of rows before “Show all”. */
const SHOWN_ROWS = 9;

export interface BreakdownCardProps {
	readonly card: BreakdownCardEntry;
	readonly stats: Stats;
}

/** Related breakdowns in tabs; a dialog shows all rows of the open tab. */
export function BreakdownCard({ card, stats }: BreakdownCardProps): ReactElement {
	const { name, title, tabs } = card;
	const [chosen, choose] = useParameter(name, tabs[0].name);
	const [isOpen, setIsOpen] = useState(false);
	const tab = tabs.find(({ name }) => name === chosen) ?? tabs[0];
	const { figure } = METRICS[tab.metric];
	// Hides rows without this figure: sessions that viewed a page may have entered on other pages.
	const rows = stats.data?.breakdowns[tab.name]?.filter((row) => (row[figure] ?? 0) > 0);
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
							Regions need a database of cities in <code>ANALYTICS_GEOIP_FILE</code>.
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

/** The largest rows of a breakdown; a click on a row adds or removes its filter. */
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

/** Maximum number of rows in a response. */
const MAX_ROWS = "1000";

const ROW_ORDERS = ["visitors", "views", "sessions"] as const;

interface BreakdownDetailsProps {
	readonly title: string;
	readonly tab: BreakdownTab;
	readonly onClose: () => void;
}

/** Rows of a breakdown with all figures, to search, sort and save. */
function BreakdownDetails({ title, tab, onClose }: BreakdownDetailsProps): ReactElement {
	const search = useState("");
	const [sort, setSort] = useParameter("sort", tab.metric);
	// Rates and times are sorted here: in the service, rows of a single visitor would be first.
	const order = ROW_ORDERS.find((name) => name === sort);
	const stats = useStats({
		breakdown: tab.name,
		limit: MAX_ROWS,
		...(order && { sort: order }),
	});
	const { question, change } = useQuestion();
	const metrics = tab.name === "exit_page" ? (["sessions"] as const) : METRIC_NAMES;
	return (
		<Modal title={title} onClose={onClose}>
			<SearchField label={`Search ${title}`} placeholder="Search" search={search} />
			<Answered what="the rows" query={stats}>
				{({ breakdowns }) => {
					const text = search[0].trim().toLowerCase();
					const { figure } = METRICS[metricNamed(sort)];
					const rows = (breakdowns[tab.name] ?? [])
						.filter(({ value }) => labelOf(tab.name, value).toLowerCase().includes(text))
						.toSorted((one, other) => (other[figure] ?? -1) - (one[figure] ?? -1));
					if (rows.length === 0) return <Empty title="No rows match your search" />;
					return (
						<>
							<RowTable
								caption={title}
								rows={rows}
								columns={[
									{
										label: DIMENSIONS[tab.name],
										cell: ({ value }) => (
											<button
												type="button"
												onClick={() => {
													const filter = { field: tab.name, operator: "is", value } as const;
													change({ filters: toggleFilter(question.filters, filter) });
													onClose();
												}}
											>
												{labelOf(tab.name, value)}
											</button>
										),
									},
									...metrics.map((name) => ({
										label: METRICS[name].label,
										isNumber: true,
										sort: metricNamed(sort) === name ? ("descending" as const) : ("none" as const),
										head: (
											<button type="button" onClick={() => setSort(name)}>
												{METRICS[name].label}
											</button>
										),
										cell: (row: FiguresRow) =>
											formatFigure(row[METRICS[name].figure], METRICS[name].unit),
									})),
								]}
							/>
							<SaveTable
								name={title}
								answer={rows}
								rows={[
									[DIMENSIONS[tab.name], ...metrics.map((name) => METRICS[name].label)],
									...rows.map((row) => [
										row.value,
										...metrics.map((name) => row[METRICS[name].figure]),
									]),
								]}
							/>
						</>
					);
				}}
			</Answered>
		</Modal>
	);
}
