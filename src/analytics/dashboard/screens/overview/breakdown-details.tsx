import { type ReactElement, useState } from "react";
import type { FiguresRow } from "../../../wire/dashboard/stats.ts";
import { Answered } from "../../components/answered.tsx";
import { Modal } from "../../components/dialogs/modal.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { RowTable } from "../../components/tables/table.tsx";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { toggleFilter } from "../../state/filters.ts";
import { useParameter } from "../../state/use-address.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { BreakdownTab } from "./breakdown-cards.ts";
import { METRIC_NAMES, METRICS, type MetricName, metricNamed } from "./metrics.ts";
import { useStats } from "./use-stats.ts";

/** As many as the service gives at once. */
const MAX_ROWS = 1_000;

const ROW_ORDERS = ["visitors", "views", "sessions"] as const;

export interface BreakdownDetailsProps {
	readonly title: string;
	readonly tab: BreakdownTab;
	readonly onClose: () => void;
}

/** All rows of a breakdown with all figures: to be searched, sorted and saved. */
export function BreakdownDetails({ title, tab, onClose }: BreakdownDetailsProps): ReactElement {
	const search = useState("");
	const [sort, setSort] = useParameter("sort", tab.metric);
	// By rate or time the largest rows would be those of a single visitor: sorted here instead.
	const order = ROW_ORDERS.find((name) => name === sort);
	const stats = useStats({
		breakdowns: [tab.name],
		limit: MAX_ROWS,
		...(order === undefined ? {} : { sort: order }),
	});
	const { question, change } = useQuestion();
	const metrics = tab.name === "exit_page" ? (["sessions"] as const) : METRIC_NAMES;
	return (
		<Modal title={title} onClose={onClose}>
			<SearchField label={`Search ${title}`} placeholder="Search" search={search} />
			<Answered what="the rows" query={stats}>
				{({ breakdowns }) => {
					const rows = sortRows(
						findRows(breakdowns[tab.name] ?? [], tab, search[0]),
						metricNamed(sort),
					);
					if (rows.length === 0) return <Empty title="No rows match your search" />;
					return (
						<>
							<RowTable
								caption={title}
								rows={rows}
								keyOf={({ value }) => value}
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

function findRows(
	rows: readonly FiguresRow[],
	{ name }: BreakdownTab,
	search: string,
): readonly FiguresRow[] {
	const text = search.trim().toLowerCase();
	return rows.filter(({ value }) => labelOf(name, value).toLowerCase().includes(text));
}

function sortRows(rows: readonly FiguresRow[], name: MetricName): readonly FiguresRow[] {
	const { figure } = METRICS[name];
	return rows.toSorted((one, other) => (other[figure] ?? -1) - (one[figure] ?? -1));
}
