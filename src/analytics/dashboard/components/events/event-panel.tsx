import { Fragment, type ReactElement } from "react";
import { Link } from "react-router";
import type { EventDetails, EventStep } from "../../../api-types/events.ts";
import { pathOf } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { visibleText } from "../../format/visible-text.ts";
import { Answered } from "../answered.tsx";
import { Modal } from "../dialogs/modal.tsx";
import { Facts } from "../facts.tsx";
import { PropertyTable } from "../tables/property-table.tsx";
import { Time } from "../time.tsx";

export interface EventPanelProps {
	readonly uuid: string;
	readonly onClose: () => void;
}

/** An event with all its details. */
export function EventPanel({ uuid, onClose }: EventPanelProps): ReactElement {
	const query = useAnswer<EventDetails>(pathOf`/api/v1/events/${uuid}`);
	return (
		<Modal title={visibleText(query.data?.event.event ?? "Event")} onClose={onClose} isPanel>
			<Answered what="the event" query={query}>
				{(details) => <Details details={details} />}
			</Answered>
		</Modal>
	);
}

function Details({ details }: { readonly details: EventDetails }): ReactElement {
	const { event, bot, session, steps } = details;
	return (
		<>
			<Facts
				facts={{
					Time: <Time at={event.timestamp} />,
					Received: <Time at={event.received_at} />,
					"Distinct ID": (
						<Link to={pathOf`/people/${event.distinct_id}`}>{visibleText(event.distinct_id)}</Link>
					),
					"Event ID": event.uuid,
					Session: session ?? undefined,
					Bot: bot === null ? undefined : `${bot} (not counted as a visitor)`,
				}}
			/>
			{Object.entries({
				Properties: event.properties,
				"Set on the person": event.set,
				"Set once on the person": event.set_once,
			}).map(
				([title, properties]) =>
					properties !== null && (
						<Fragment key={title}>
							<h3>{title}</h3>
							<PropertyTable caption={title} properties={properties} />
						</Fragment>
					),
			)}
			<h3>Ingestion steps</h3>
			{steps === null ? (
				<p className="hint">
					Steps are recorded only while the Live screen is open. Open it, then send the event again.
				</p>
			) : (
				<StepList steps={steps} />
			)}
		</>
	);
}

/** The steps of ingest, in order. */
export function StepList({ steps }: { readonly steps: readonly EventStep[] }): ReactElement {
	return (
		<ol className="steps">
			{steps.map(({ name, outcome, changes }) => (
				<li key={name} className={`step step-${outcome}`}>
					<span className="step-name">{name.replaceAll("-", " ")}</span>
					<span className="step-outcome">{outcome === "kept" ? "no change" : outcome}</span>
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
