import type { ReactElement } from "react";
import type { StatsAnswer } from "../../../wire/dashboard/stats.ts";

const WAYS = {
	network: "Visitors are told apart by network and browser, anew each day.",
	client: "Visitors are told apart by the id that their client keeps.",
} as const;

const WARNINGS = {
	"many-clients-in-one":
		"Many clients share one network and browser at the same time, and count as one visitor. If your site's clients keep an id, count by it: set analytics.identity to browser in site.yaml, or ANALYTICS_VISITORS to client.",
	"ids-never-return":
		"Hardly any id comes back on another day, so each load of a page may count as a visitor. If your site's clients keep no id, count by network: set ANALYTICS_VISITORS to network.",
} as const;

/** How the figures came about, and what is probably wrong with it. */
export function CountingNotes({
	stats: { visitors, totals_only: totalsOnly },
}: {
	readonly stats: StatsAnswer;
}): ReactElement {
	return (
		<>
			{visitors.warning !== null && (
				<p className="notice notice-danger" role="status">
					{WARNINGS[visitors.warning]}
				</p>
			)}
			<p className="hint">
				{WAYS[visitors.by]}
				{totalsOnly !== null &&
					` From ${totalsOnly.from} to ${totalsOnly.to} only totals are stored; no filter applies to them.`}
			</p>
		</>
	);
}
