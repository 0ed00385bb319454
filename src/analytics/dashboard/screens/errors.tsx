import type { ReactElement } from "react";
import type { ErrorIssue, ErrorsAnswer } from "../../api-types/problems.ts";
import { pathOf, send } from "../api/request.ts";
import { useReport } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { RowsCard } from "../components/card.tsx";
import { Code } from "../components/code.tsx";
import { Facts } from "../components/facts.tsx";
import { QuestionHeader } from "../components/question/question-bar.tsx";
import { PartialNotice } from "../components/state-notices.tsx";
import { Time } from "../components/time.tsx";
import { Tool } from "../components/tool.tsx";
import { formatCounted } from "../format/numbers.ts";
import { visibleText } from "../format/visible-text.ts";
import { EventSeries } from "./event-series.tsx";
import { CountList, Problem } from "./problem.tsx";

const ERRORS = "/api/v1/errors";

/** Errors of browsers and servers, by issue. */
export function Errors(): ReactElement {
	const query = useReport<ErrorsAnswer>(ERRORS);
	return (
		<>
			<QuestionHeader title="Errors" />
			{query.data?.is_partial === true && <PartialNotice />}
			{query.data !== undefined && query.data.results.length > 0 && <Series />}
			{(["open", "resolved"] as const).map((list) => (
				<RowsCard
					key={list}
					title={list === "open" ? "Open" : "Resolved"}
					what="the errors"
					query={query}
					rowsOf={({ results }) =>
						results.filter(({ status }) => (status === "resolved") === (list === "resolved"))
					}
					empty={list === "open" ? NO_ERRORS : ["No resolved errors", "Resolved errors move here."]}
				>
					{(issues) => (
						<ul className="problem-list">
							{issues.map((issue) => (
								<Issue key={issue.key} issue={issue} />
							))}
						</ul>
					)}
				</RowsCard>
			))}
		</>
	);
}

const NO_ERRORS = [
	"No errors",
	"Events named $exception from any PostHog SDK are listed here. On a Loggia site, set analytics: measure: [errors] in site.yaml.",
] as const;

/** Number of errors over time, of one issue or of all. */
function Series({ issue }: { readonly issue?: string }): ReactElement {
	const filters =
		issue === undefined
			? []
			: [{ field: "property.$exception_issue", operator: "is", value: issue } as const];
	return (
		<EventSeries
			event="$exception"
			label={issue === undefined ? "Over time" : `Over time: ${visibleText(issue)}`}
			filters={filters}
		/>
	);
}

function Issue({ issue: all }: { readonly issue: ErrorIssue }): ReactElement {
	const { key, issue, type, message, stack, status, first_seen, last_seen, events, visitors } = all;
	const change = useChange(
		() => send("PATCH", pathOf`/api/v1/errors/${key}`, { resolved: status !== "resolved" }),
		{ refreshes: ERRORS },
	);
	const lists = [
		["Pages", all.pages],
		["Browsers", all.browsers],
		["Builds", all.builds],
	] as const;
	return (
		<Problem
			name={visibleText(issue)}
			hint={status === "back" ? "seen again after it was resolved" : undefined}
			figure={`${formatCounted(events, "event")}, ${formatCounted(visitors, "visitor")}`}
		>
			{() => (
				<>
					<Facts
						facts={{
							Type: visibleText(type),
							Message: visibleText(message),
							"First seen": <Time at={first_seen} />,
							"Last seen": <Time at={last_seen} />,
						}}
					/>
					<p>
						<Tool
							needs="editor"
							onClick={() => change.mutate()}
							disabled={change.isPending}
							of={visibleText(issue)}
						>
							{status === "resolved" ? "Reopen" : "Resolve"}
						</Tool>
					</p>
					<Series issue={issue} />
					{stack !== null && <Code label="Stack" text={stack} />}
					{lists.map(
						([title, rows]) =>
							rows.length > 0 && (
								<section key={title} aria-label={title}>
									<h3>{title}</h3>
									<CountList rows={rows.map((row) => [visibleText(row.name), row.events])} />
								</section>
							),
					)}
				</>
			)}
		</Problem>
	);
}
