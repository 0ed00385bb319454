import { type ReactElement, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type {
	DroppedEvents,
	EventWarning,
	MissingPage,
	ProblemsAnswer,
} from "../../../wire/dashboard/problems.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Code } from "../../components/code.tsx";
import { Facts } from "../../components/facts.tsx";
import { LongReading } from "../../components/long-reading.tsx";
import { QuestionBar } from "../../components/question/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { formatSpan, formatTime } from "../../format/times.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import { eventsBy, FiguresTable } from "../behavior/figures-table.tsx";
import { Bots } from "./bots.tsx";

/** What went wrong: pages that are not there, events that were not taken, visits by machines. */
export function Problems(): ReactElement {
	const { span, timeZone } = useQuestion();
	const parameters = new URLSearchParams({ from: span.from, to: span.to, timezone: timeZone });
	const path = `/api/v1/problems?${parameters}`;
	const query = useAnswer<ProblemsAnswer>(path, { keepsPrevious: true });
	return (
		<>
			<ScreenHeader title="Problems" lead={formatSpan(span)}>
				<QuestionBar />
			</ScreenHeader>
			<LongReading paths={[path]} queries={[query]} />
			<RetentionPause until={query.data?.retention_paused_until ?? null} />
			<Card title="Pages not found">
				<Answered what="the missing pages" query={query}>
					{({ missing_pages }) => <MissingPages pages={missing_pages} />}
				</Answered>
			</Card>
			<Card title="Dropped events">
				<Answered what="the dropped events" query={query}>
					{({ drops, drops_since }) => <Drops drops={drops} since={drops_since} />}
				</Answered>
			</Card>
			<Card title="Events that were changed">
				<Answered what="the changed events" query={query}>
					{({ warnings, drops_since }) => <Warnings warnings={warnings} since={drops_since} />}
				</Answered>
			</Card>
			<FiguresTable
				title="Errors in the browser"
				head="Error"
				columns={eventsBy("$exception", "$exception_issue")}
				empty={
					<p>
						Errors of scripts are collected where <code>site.yaml</code> has{" "}
						<code>analytics: measure: [errors]</code>.
					</p>
				}
			/>
			<Card title="Bots">
				<Answered what="the bots" query={query}>
					{({ bots }) => <Bots bots={bots} />}
				</Answered>
			</Card>
		</>
	);
}

/** What follows the list should be seen without a search for it. */
const SHOWN_PAGES = 12;

function MissingPages({ pages }: { readonly pages: readonly MissingPage[] }): ReactElement {
	const [isWhole, setIsWhole] = useState(false);
	const list = useRef<HTMLUListElement>(null);
	if (pages.length === 0) {
		return (
			<Empty title="No missing pages">
				<p>Views of pages that do not exist are listed here, with a redirect to add.</p>
			</Empty>
		);
	}

	/** The button is gone then: the focus goes on where the list does. */
	function showWhole(): void {
		flushSync(() => setIsWhole(true));
		list.current?.querySelectorAll("summary")[SHOWN_PAGES]?.focus();
	}

	return (
		<>
			<ul className="problem-list" ref={list}>
				{(isWhole ? pages : pages.slice(0, SHOWN_PAGES)).map((page) => (
					<li key={page.page}>
						<MissingPageRow page={page} />
					</li>
				))}
			</ul>
			{!isWhole && pages.length > SHOWN_PAGES && (
				<button type="button" className="tool more" onClick={showWhole}>
					Show all {formatFigure(pages.length, "count")}
					<span className="visually-hidden"> missing pages</span>
				</button>
			)}
		</>
	);
}

function MissingPageRow({ page: missing }: { readonly page: MissingPage }): ReactElement {
	const { page, views, referrers, suggestion, route_rule, redirects_line } = missing;
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
			<summary>
				<span className="problem-name">{visibleText(page)}</span>
				{suggestion !== null && <span className="problem-hint">similar to {suggestion}</span>}
				<span className="number">
					{formatFigure(views, "count")} {views === 1 ? "view" : "views"}
				</span>
			</summary>
			<div className="problem-body">
				<h3>Linked from</h3>
				<ul className="plain-list">
					{referrers.map(({ referrer, views }) => (
						<li key={referrer}>
							<span>{visibleText(referrer ?? "No referrer: typed or bookmarked")}</span>
							<span className="number">{formatFigure(views, "count")}</span>
						</li>
					))}
				</ul>
				<h3>
					{suggestion === null
						? "Redirect to the home page or another page"
						: `Redirect to ${suggestion}`}
				</h3>
				<Code label="In site.yaml" text={route_rule} />
				<Code label="In public/_redirects" text={redirects_line} />
			</div>
		</details>
	);
}

interface DropsProps {
	readonly drops: readonly DroppedEvents[];
	readonly since: string;
}

function Drops({ drops, since }: DropsProps): ReactElement {
	const { timeZone } = useQuestion();
	const happened = drops
		.filter(({ count }) => count > 0)
		.toSorted((one, other) => other.count - one.count);
	if (happened.length === 0) {
		return (
			<Empty title="No dropped events">
				<p>Every event since {formatTime(since, timeZone)} was stored.</p>
			</Empty>
		);
	}
	return (
		<>
			<p className="hint">Counted since {formatTime(since, timeZone)}.</p>
			<ul className="problem-list">
				{happened.map(({ reason, description, count, example }) => (
					<li key={reason}>
						<details>
							<summary>
								<span className="problem-name">{reason.replaceAll("-", " ")}</span>
								<span className="problem-hint">{description}</span>
								<span className="number">{formatFigure(count, "count")}</span>
							</summary>
							<div className="problem-body">
								{example === null ? (
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
								)}
							</div>
						</details>
					</li>
				))}
			</ul>
			<p className="hint">
				<Link to="/live">Live</Link> shows each dropped event with its ingestion steps.
			</p>
		</>
	);
}

interface WarningsProps {
	readonly warnings: readonly EventWarning[];
	readonly since: string;
}

function Warnings({ warnings, since }: WarningsProps): ReactElement {
	const { timeZone } = useQuestion();
	if (warnings.length === 0) {
		return (
			<Empty title="No event was changed">
				<p>Every event since {formatTime(since, timeZone)} was stored as it came.</p>
			</Empty>
		);
	}
	return (
		<ul className="problem-list">
			{warnings.map(({ cause, description, count }) => (
				<li key={cause}>
					<span className="problem-name">{cause.replaceAll("-", " ")}</span>
					<span className="problem-hint">{description}</span>
					<span className="number">{formatFigure(count, "count")}</span>
				</li>
			))}
		</ul>
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
