import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EventDetails, EventStep } from "../../wire/dashboard/events.ts";
import { pathOf, request } from "../api/request.ts";
import { formatTime } from "../format/times.ts";
import { useQuestion } from "../state/use-question.ts";
import { Answered } from "./answered.tsx";
import { Modal } from "./modal.tsx";
import { PropertyTable } from "./property-table.tsx";

export interface EventPanelProps {
	readonly uuid: string;
	readonly onClose: () => void;
}

/** One event with everything that is known of it. */
export function EventPanel({ uuid, onClose }: EventPanelProps): ReactElement {
	const query = useQuery({
		queryKey: ["event", uuid],
		queryFn: ({ signal }) => request<EventDetails>(pathOf`/api/v1/events/${uuid}`, { signal }),
	});
	return (
		<Modal title={query.data?.event.event ?? "Event"} onClose={onClose} isPanel>
			<Answered what="the event" query={query}>
				{(details) => <Details details={details} />}
			</Answered>
		</Modal>
	);
}

function Details({ details }: { readonly details: EventDetails }): ReactElement {
	const { event, bot, session, steps } = details;
	const { timeZone } = useQuestion();
	return (
		<>
			<dl className="facts">
				<div>
					<dt>Happened</dt>
					<dd>{formatTime(event.timestamp, timeZone)}</dd>
				</div>
				<div>
					<dt>Arrived</dt>
					<dd>{formatTime(event.received_at, timeZone)}</dd>
				</div>
				<div>
					<dt>Distinct id</dt>
					<dd>
						<Link to={pathOf`/people/${event.distinct_id}`}>{event.distinct_id}</Link>
					</dd>
				</div>
				<div>
					<dt>Event id</dt>
					<dd>{event.uuid}</dd>
				</div>
				{session !== null && (
					<div>
						<dt>Session</dt>
						<dd>{session}</dd>
					</div>
				)}
				{bot !== null && (
					<div>
						<dt>Bot</dt>
						<dd>{bot}; counted apart from people</dd>
					</div>
				)}
			</dl>
			<h3>Properties</h3>
			<PropertyTable caption="Properties" properties={event.properties} />
			{event.set !== null && (
				<>
					<h3>Set on the person</h3>
					<PropertyTable caption="Set on the person" properties={event.set} />
				</>
			)}
			{event.set_once !== null && (
				<>
					<h3>Set on the person, once</h3>
					<PropertyTable caption="Set on the person, once" properties={event.set_once} />
				</>
			)}
			<h3>What became of it on its way in</h3>
			{steps === null ? (
				<p className="hint">
					Steps are remembered only while somebody has Live open. Open it and send the event again.
				</p>
			) : (
				<StepList steps={steps} />
			)}
		</>
	);
}

/** The steps of ingest in their order. */
export function StepList({ steps }: { readonly steps: readonly EventStep[] }): ReactElement {
	return (
		<ol className="steps">
			{steps.map(({ name, outcome, changes }) => (
				<li key={name} className={`step step-${outcome}`}>
					<span className="step-name">{name.replaceAll("-", " ")}</span>
					<span className="step-outcome">{outcome === "kept" ? "nothing to do" : outcome}</span>
					{changes.map((change) => (
						<span key={change} className="step-change">
							{change}
						</span>
					))}
				</li>
			))}
		</ol>
	);
}
