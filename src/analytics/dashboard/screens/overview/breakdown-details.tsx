import { type ReactElement, useState } from "react";
import type { FiguresRow } from "../../../wire/dashboard/stats.ts";
import { Answered } from "../../components/answered.tsx";
import { Icon } from "../../components/icon.tsx";
import { Modal } from "../../components/modal.tsx";
import { REACHED_BY_KEYBOARD } from "../../components/reached-by-keyboard.ts";
import { fileNameOf, saveFile } from "../../components/save-file.ts";
import { Empty } from "../../components/state-notices.tsx";
import { renderCsv } from "../../format/csv.ts";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { toggleFilter } from "../../state/toggle-filter.ts";
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
	// Rates and times have no largest rows worth asking for: they are those of whatever is seen most.
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
			<label className="search">
				<Icon name="search" />
				<span className="visually-hidden">Search in {title}</span>
				<input
					type="search"
					placeholder="Search"
					value={search}
					onChange={({ target }) => setSearch(target.value)}
				/>
			</label>
			<Answered what="the rows" query={stats}>
				{({ breakdowns }) => {
					const rows = sortRows(
						findRows(breakdowns[tab.name] ?? [], tab, search),
						metricNamed(sort),
					);
					if (rows.length === 0) return <Empty title="No row holds that text" />;
					return (
						<>
							<div className="table-scroll" {...REACHED_BY_KEYBOARD}>
								<table className="table">
									<caption className="visually-hidden">{title}</caption>
									<thead>
										<tr>
											<th scope="col">{DIMENSIONS[tab.name]}</th>
											{metrics.map((name) => (
												<th
													key={name}
													scope="col"
													className="number"
													aria-sort={metricNamed(sort) === name ? "descending" : "none"}
												>
													<button type="button" onClick={() => setSort(name)}>
														{METRICS[name].label}
													</button>
												</th>
											))}
										</tr>
									</thead>
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
								</table>
							</div>
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
	const csv = renderCsv(
		columns,
		rows.map((row) => [row.value, ...metrics.map((metric) => METRICS[metric].read(row))]),
	);
	saveFile(`${fileNameOf(title)}.csv`, new Blob([csv], { type: "text/csv" }));
}
