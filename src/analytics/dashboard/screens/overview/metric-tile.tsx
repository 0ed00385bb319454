import type { ReactElement } from "react";
import type { Figures } from "../../../wire/dashboard/stats.ts";
import { changeOf, formatFigure } from "../../format/numbers.ts";
import type { Metric } from "./metrics.ts";

export interface MetricTileProps {
	readonly metric: Metric;
	/** Absent until they have come. */
	readonly totals: Figures | undefined;
	/** Of the range that is compared with. */
	readonly before: Figures | undefined;
	readonly isChosen: boolean;
	readonly onChoose: () => void;
}

/** One figure with its change; pressed, it is drawn. */
export function MetricTile(props: MetricTileProps): ReactElement {
	const { metric, totals, before, isChosen, onChoose } = props;
	const { label, unit, read, better } = metric;
	const value = totals === undefined ? undefined : read(totals);
	const change =
		value === undefined || before === undefined ? undefined : changeOf(value, read(before), unit);
	const isGood = change?.direction === (better === "more" ? "up" : "down");
	const tone =
		change === undefined || change.direction === "same" ? "same" : isGood ? "good" : "bad";
	return (
		<button type="button" className="metric" aria-pressed={isChosen} onClick={onChoose}>
			<span className="metric-label">{label}</span>
			{value === undefined ? (
				<span className="metric-value skeleton">&nbsp;</span>
			) : (
				<span className="metric-value">{formatFigure(value, unit)}</span>
			)}
			<span className={`metric-change change-${tone}`}>
				{change !== undefined && (
					<>
						<span aria-hidden="true">{ARROWS[change.direction]} </span>
						{change.text}
						<span className="metric-before">
							{" "}
							from {formatFigure(before ? read(before) : null, unit)}
						</span>
					</>
				)}
			</span>
		</button>
	);
}

const ARROWS = { up: "↑", down: "↓", same: "→" } as const;
