import type { ReactElement } from "react";
import { Link } from "react-router";
import type { DroppedEvents, ProblemsAnswer } from "../../../wire/dashboard/problems.ts";
import { useReport } from "../../api/use-report.ts";
import { Facts } from "../../components/facts.tsx";
import { QuestionHeader } from "../../components/question/question-bar.tsx";
import { RowsCard } from "../../components/rows-card.tsx";
import { formatCount } from "../../format/numbers.ts";
import { formatTime } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Bots } from "./bots.tsx";
import { Problem } from "./problem.tsx";

/** What went wrong: events that were not taken, or were changed; visits by machines. */
export function Problems(): ReactElement {
	const { timeZone } = useQuestion();
	const query = useReport<ProblemsAnswer>("/api/v1/problems");
	const since = query.data === undefined ? "" : formatTime(query.data.drops_since, timeZone);
	return (
		<>
			<QuestionHeader title="Problems" />
			<RetentionPause until={query.data?.retention_paused_until ?? null} />
			<RowsCard
				title="Dropped events"
				what="the dropped events"
				query={query}
				rowsOf={({ drops }) => drops.filter(({ count }) => count > 0)}
				empty={["No dropped events", `Every event since ${since} was stored.`]}
			>
				{(drops) => <Drops drops={drops} since={since} />}
			</RowsCard>
			<RowsCard
				title="Events that were changed"
				what="the changed events"
				query={query}
				rowsOf={({ warnings }) => warnings}
				empty={["No event was changed", `Every event since ${since} was stored as it came.`]}
			>
				{(warnings) => (
					<ul className="problem-list">
						{warnings.map(({ cause, description, count }) => (
							<Problem
								key={cause}
								name={cause.replaceAll("-", " ")}
								hint={description}
								figure={formatCount(count)}
							/>
						))}
					</ul>
				)}
			</RowsCard>
			<RowsCard
				title="Bots"
				what="the bots"
				query={query}
				rowsOf={({ bots }) => bots}
				empty={[
					"No bots in this range",
					"Programs that identify themselves are counted here and nowhere else.",
				]}
			>
				{(bots) => <Bots bots={bots} />}
			</RowsCard>
		</>
	);
}

interface DropsProps {
	readonly drops: readonly DroppedEvents[];
	/** In words. */
	readonly since: string;
}

function Drops({ drops, since }: DropsProps): ReactElement {
	const { timeZone } = useQuestion();
	return (
		<>
			<p className="hint">Counted since {since}.</p>
			<ul className="problem-list">
				{drops
					.toSorted((one, other) => other.count - one.count)
					.map(({ reason, description, count, example }) => (
						<Problem
							key={reason}
							name={reason.replaceAll("-", " ")}
							hint={description}
							figure={formatCount(count)}
						>
							{() =>
								example === null ? (
									<p>No example: the service was restarted since.</p>
								) : (
									<Facts
										facts={{
											Latest: formatTime(example.at, timeZone),
											Event: visibleText(example.event ?? "Without a name"),
											"Project key": example.token === null ? "None" : `${example.token}…`,
											Properties: example.properties.join(", ") || "None",
										}}
									/>
								)
							}
						</Problem>
					))}
			</ul>
			<p className="hint">
				<Link to="/live">Live</Link> shows each dropped event with its ingestion steps.
			</p>
		</>
	);
}

/** After a leap of the clock; Settings can end it. */
function RetentionPause({ until }: { readonly until: string | null }): ReactElement | null {
	const { timeZone } = useQuestion();
	if (until === null) return null;
	return (
		<div className="notice" role="status">
			<p>
				The clock of the server leapt by more than an hour. No events are deleted by age until{" "}
				{formatTime(until, timeZone)}. <Link to="/settings">Confirm the time in Settings</Link> to
				end this.
			</p>
		</div>
	);
}
