import type { ReactElement } from "react";
import { Link } from "react-router";
import { useAnswer } from "../../api/use-answer.ts";
import { formatFigure } from "../../format/numbers.ts";

const POLL_MS = 30_000;

/** How many are on the site, as a way to what they do. */
export function VisitorsNow(): ReactElement | null {
	const { data } = useAnswer<{ readonly visitors: number }>("/api/v1/visitors-now", {
		pollMs: () => POLL_MS,
	});
	if (data === undefined) return null;
	const { visitors } = data;
	return (
		<Link className="tool visitors-now" to="/live" title="With an event in the last five minutes">
			<span className={visitors === 0 ? "now" : "now now-some"} aria-hidden="true" />
			{formatFigure(visitors, "count")} {visitors === 1 ? "visitor" : "visitors"} now
		</Link>
	);
}
