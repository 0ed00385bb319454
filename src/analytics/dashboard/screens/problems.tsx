import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { DroppedEvents, ProblemsAnswer } from "../../api-types/problems.ts";
import type { AnswerTo } from "../../api-types/query-answer.ts";
import { questionPath, useAnswer, useReport } from "../api/use-answer.ts";
import { Answered } from "../components/answered.tsx";
import { RowsCard } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { QuestionHeader } from "../components/question/question-bar.tsx";
import { Time } from "../components/time.tsx";
import { formatCount, formatCounted } from "../format/numbers.ts";
import { visibleText } from "../format/visible-text.ts";
import { useQuestion } from "../state/use-question.ts";
import { CountList, Problem } from "./problem.tsx";

/** Dropped and changed events, and visits by bots. */
export function Problems(): ReactElement {
	const query = useReport<ProblemsAnswer>("/api/v1/problems");
	const since = query.data !== undefined && <Time at={query.data.drops_since} />;
	return (
		<>
			<QuestionHeader title="Problems" />
			<RetentionPause until={query.data?.retention_paused_until ?? null} />
			<RowsCard
				title="Dropped events"
				what="the dropped events"
				query={query}
				rowsOf={({ drops }) => drops.filter(({ count }) => count > 0)}
				empty={["No dropped events", <>Every event since {since} was stored.</>]}
			>
				{(drops) => <Drops drops={drops} since={since} />}
			</RowsCard>
			<RowsCard
				title="Changed events"
				what="the changed events"
				query={query}
				rowsOf={({ warnings }) => warnings}
				empty={["No changed events", <>Every event since {since} was stored unchanged.</>]}
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
				empty={["No bots in this range", "Bots that identify themselves are counted only here."]}
			>
				{(bots) => <Bots bots={bots} />}
			</RowsCard>
		</>
	);
}

interface DropsProps {
	readonly drops: readonly DroppedEvents[];
	readonly since: ReactNode;
}

function Drops({ drops, since }: DropsProps): ReactElement {
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
									<p>No example: the service has restarted since then.</p>
								) : (
									<Facts
										facts={{
											Latest: <Time at={example.at} />,
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

/** Bots that identify themselves, AI agents first, with the pages that each has read. */
function Bots({ bots }: Pick<ProblemsAnswer, "bots">): ReactElement {
	const lists = [
		["AI agents", bots.filter((bot) => bot.is_ai_agent)],
		["Other bots", bots.filter((bot) => !bot.is_ai_agent)],
	] as const;
	return (
		<>
			{lists.map(
				([caption, listed]) =>
					listed.length > 0 && (
						<section key={caption} aria-label={caption}>
							<h3>{caption}</h3>
							<ul className="problem-list">
								{listed.map(({ name, events }) => (
									<Problem
										key={name}
										name={visibleText(name)}
										figure={formatCounted(events, "event")}
									>
										{() => <PagesRead bot={name} />}
									</Problem>
								))}
							</ul>
						</section>
					),
			)}
		</>
	);
}

function PagesRead({ bot }: { readonly bot: string }): ReactElement {
	const { asked } = useQuestion();
	const path = questionPath({
		kind: "trend",
		measure: { of: "events" },
		limit: 20,
		...asked,
		filters: { conditions: [{ dimension: "bot", values: [bot] }] },
		breakdowns: [{ dimension: "page" }],
	});
	const query = useAnswer<AnswerTo<"trend">>(path);
	return (
		<>
			<p className="hint">Pages read</p>
			<Answered what="the pages" query={query}>
				{({ rows }) => (
					<CountList
						rows={rows.map(({ values: [page], total }) => [
							page == null ? "(unknown)" : visibleText(page),
							total,
						])}
					/>
				)}
			</Answered>
		</>
	);
}

/** Notice that deletion by age pauses after a jump of the clock; Settings can end the pause. */
function RetentionPause({ until }: { readonly until: string | null }): ReactElement | null {
	if (until === null) return null;
	return (
		<div className="notice" role="status">
			<p>
				The clock of the server jumped by more than an hour. No events are deleted by age until{" "}
				<Time at={until} />. <Link to="/settings">Confirm the time in Settings</Link> to end this.
			</p>
		</div>
	);
}
