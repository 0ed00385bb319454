import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type {
	DroppedEvents,
	MissingPage,
	ProblemsAnswer,
} from "../../../wire/dashboard/problems.ts";
import { request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Code } from "../../components/code.tsx";
import { QuestionBar } from "../../components/question-bar.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { formatSpan, formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";

/** What went wrong: pages that are not there, events that were not taken, visits by machines. */
export function Problems(): ReactElement {
	const { span, timeZone } = useQuestion();
	const parameters = new URLSearchParams({ from: span.from, to: span.to, timezone: timeZone });
	const query = useQuery({
		queryKey: ["problems", parameters.toString()],
		queryFn: ({ signal }) => request<ProblemsAnswer>(`/api/v1/problems?${parameters}`, { signal }),
		placeholderData: keepPreviousData,
	});
	return (
		<>
			<ScreenHeader title="Problems" lead={formatSpan(span)}>
				<QuestionBar />
			</ScreenHeader>
			<Card title="Pages that were not found">
				<Answered what="the missing pages" query={query}>
					{({ missing_pages }) => <MissingPages pages={missing_pages} />}
				</Answered>
			</Card>
			<Card title="Events that were dropped">
				<Answered what="the dropped events" query={query}>
					{({ drops, drops_since }) => <Drops drops={drops} since={drops_since} />}
				</Answered>
			</Card>
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
			<Empty title="Every page that was asked for is there">
				<p>Views that were answered with status 404 would be listed here.</p>
			</Empty>
		);
	}

	/** The button is gone then: who pressed it by key goes on where the list does. */
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
					<span className="visually-hidden"> pages that were not found</span>
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
				<span className="problem-name">{page}</span>
				{suggestion !== null && <span className="problem-hint">like {suggestion}</span>}
				<span className="number">
					{formatFigure(views, "count")} {views === 1 ? "view" : "views"}
				</span>
			</summary>
			<div className="problem-body">
				<h3>Where the links stand</h3>
				<ul className="plain-list">
					{referrers.map(({ referrer, views }) => (
						<li key={referrer}>
							<span>{referrer ?? "Nobody said; perhaps typed or bookmarked"}</span>
							<span className="number">{formatFigure(views, "count")}</span>
						</li>
					))}
				</ul>
				<h3>
					{suggestion === null
						? "Lead it to the home page, or elsewhere"
						: `Lead it to ${suggestion}`}
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
			<Empty title="Nothing was dropped">
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
									<p>The service has been restarted since; only the number is left.</p>
								) : (
									<dl className="facts">
										<div>
											<dt>Newest</dt>
											<dd>{formatTime(example.at, timeZone)}</dd>
										</div>
										<div>
											<dt>Event</dt>
											<dd>{example.event ?? "without a name"}</dd>
										</div>
										<div>
											<dt>Project key</dt>
											<dd>{example.token === null ? "none" : `${example.token}…`}</dd>
										</div>
										<div>
											<dt>Properties</dt>
											<dd>
												{example.properties.length === 0 ? "none" : example.properties.join(", ")}
											</dd>
										</div>
									</dl>
								)}
							</div>
						</details>
					</li>
				))}
			</ul>
			<p className="hint">
				<Link to="/live">Live</Link> shows each event that is dropped, with the steps it went
				through.
			</p>
		</>
	);
}

function Bots({ bots }: Pick<ProblemsAnswer, "bots">): ReactElement {
	if (bots.length === 0) {
		return (
			<Empty title="No bots in this range">
				<p>Programs that say what they are would be counted here, and nowhere else.</p>
			</Empty>
		);
	}
	const largest = Math.max(...bots.map(({ events }) => events), 1);
	return (
		<table className="breakdown-table">
			<caption className="visually-hidden">Bots</caption>
			<thead>
				<tr>
					<th scope="col">Bot</th>
					<th scope="col" className="number">
						Events
					</th>
				</tr>
			</thead>
			<tbody>
				{bots.map(({ name, events }) => (
					<tr key={name}>
						<th scope="row">
							<span
								className="bar"
								style={{ inlineSize: `${(events / largest) * 100}%` }}
								aria-hidden="true"
							/>
							<span className="breakdown-name">{name}</span>
						</th>
						<td className="number">{formatFigure(events, "count")}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
