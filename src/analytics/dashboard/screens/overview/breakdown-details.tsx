import { type ReactElement, useState } from "react";
import { csvRow } from "../../../wire/dashboard/csv.ts";
import type { FiguresRow } from "../../../wire/dashboard/stats.ts";
import { Answered } from "../../components/answered.tsx";
import { Icon } from "../../components/icon.tsx";
import { Modal } from "../../components/modal.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { fileNameOf, saveFile } from "../../format/save-file.ts";
import { toggleFilter } from "../../state/question.ts";
import { useParameter } from "../../state/use-parameter.ts";
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
	const [search, setSearch] = useState("");
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
			<SearchField
				label={`Search ${title}`}
				placeholder="Search"
				value={search}
				onChange={setSearch}
			/>
			<Answered what="the rows" query={stats}>
				{({ breakdowns }) => {
					const rows = sortRows(
						findRows(breakdowns[tab.name] ?? [], tab, search),
						metricNamed(sort),
					);
					if (rows.length === 0) return <Empty title="No rows match your search" />;
					return (
						<>
							<Table
								caption={title}
								columns={[
									{ label: DIMENSIONS[tab.name] },
									...metrics.map((name) => ({
										label: METRICS[name].label,
										isNumber: true,
										sort: metricNamed(sort) === name ? ("descending" as const) : ("none" as const),
										head: (
											<button type="button" onClick={() => setSort(name)}>
												{METRICS[name].label}
											</button>
										),
									})),
								]}
							>
								<tbody>
									{rows.map((row) => (
										<tr key={row.value}>
											<th scope="row">
												<button
													type="button"
													onClick={() => {
														const filter = {
															dimension: tab.name,
															operator: "is",
															value: row.value,
														} as const;
														change({ filters: toggleFilter(question.filters, filter) });
														onClose();
													}}
												>
													{labelOf(tab.name, row.value)}
												</button>
											</th>
											{metrics.map((name) => (
												<td key={name} className="number">
													{formatFigure(METRICS[name].read(row), METRICS[name].unit)}
												</td>
											))}
										</tr>
									))}
								</tbody>
							</Table>
							<button
								type="button"
								className="tool"
								onClick={() => saveRows(title, tab, metrics, rows)}
							>
								<Icon name="download" />
								CSV
							</button>
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
	const { read } = METRICS[name];
	return rows.toSorted((one, other) => (read(other) ?? -1) - (read(one) ?? -1));
}

function saveRows(
	title: string,
	{ name }: BreakdownTab,
	metrics: readonly MetricName[],
	rows: readonly FiguresRow[],
): void {
	const columns = [DIMENSIONS[name], ...metrics.map((metric) => METRICS[metric].label)];
	const body = rows.map((row) => [
		row.value,
		...metrics.map((metric) => METRICS[metric].read(row)),
	]);
	const csv = [columns, ...body].map(csvRow);
	saveFile(`${fileNameOf(title)}.csv`, new Blob(csv, { type: "text/csv" }));
}
