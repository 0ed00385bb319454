import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EventDetails } from "../../../wire/dashboard/events.ts";
import type { FirstRunAnswer, TestEventAnswer } from "../../../wire/dashboard/settings.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { useMay } from "../../api/use-role.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Code } from "../../components/code.tsx";
import { StepList } from "../../components/events/event-panel.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Danger } from "../../components/state-notices.tsx";
import { PropertyTable } from "../../components/tables/property-table.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatTime } from "../../format/times.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { clientLines } from "./client-lines.ts";

const FIRST_RUN = "/api/v1/first-run";

/** While this screen waits for the first event. */
const POLL_MS = 2_000;

/** How to send events here, and a way to see at once that they arrive. */
export function Start(): ReactElement {
	const firstRun = useAnswer<FirstRunAnswer>(FIRST_RUN, {
		pollMs: (answer) => (answer?.has_received_events === true ? false : POLL_MS),
	});
	const mayTest = useMay("editor");
	return (
		<Answered what="the first run" query={firstRun}>
			{(answer) => (
				<>
					<ScreenHeader
						title={answer.has_received_events ? "Connect" : "No events yet"}
						lead={
							answer.has_received_events
								? "Send events from a site, a server or a script"
								: "A site served by Loggia sends events by itself. For anything else, add this code."
						}
					/>
					<Card title="1. Add the code">
						<Lines answer={answer} />
					</Card>
					{mayTest && (
						<Card title="2. Send a test event">
							<TestEvent />
						</Card>
					)}
					{answer.has_received_events ? (
						<p className="hint">
							Events are arriving. <Link to="/live">Watch them live</Link>, or go to the{" "}
							<Link to="/" reloadDocument>
								overview
							</Link>
							.
						</p>
					) : (
						<p className="hint waiting" role="status">
							Waiting for the first event…
						</p>
					)}
				</>
			)}
		</Answered>
	);
}

function Lines({ answer }: { readonly answer: FirstRunAnswer }): ReactElement {
	const clients = clientLines({ projectKey: answer.project_key, host: answer.host });
	const [name, choose] = useParameter("client", "posthog-js");
	const chosen = clients.find((client) => client.name === name) ?? clients[0];
	return (
		<>
			<Tabs
				label="Client"
				tabs={clients.map(({ name }) => ({ name, label: name }))}
				chosen={chosen?.name ?? ""}
				onChoose={choose}
			/>
			{chosen !== undefined && <Code label={chosen.label} text={chosen.text} />}
		</>
	);
}

function TestEvent(): ReactElement {
	const { mutate, data, error, isPending } = useChange(
		() => send<TestEventAnswer>("POST", `${FIRST_RUN}/test-event`),
		{ refreshes: FIRST_RUN },
	);
	return (
		<>
			<p>A test event passes all the steps of ingestion, is stored, and is shown here.</p>
			<button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
				{isPending ? "Sending…" : "Send test event"}
			</button>
			<div aria-live="polite">
				<Danger error={error} />
				{data !== undefined &&
					(data.dropped_because === null ? (
						<Arrived key={data.uuid} uuid={data.uuid} />
					) : (
						<div className="notice notice-danger">
							<p>
								<strong>The test event was dropped.</strong>
							</p>
							<p>{data.dropped_because}</p>
						</div>
					))}
			</div>
		</>
	);
}

function Arrived({ uuid }: { readonly uuid: string }): ReactElement {
	const { timeZone } = useQuestion();
	const details = useAnswer<EventDetails>(pathOf`/api/v1/events/${uuid}`);
	return (
		<Answered what="the test event" query={details}>
			{({ event, steps }) => (
				<div className="arrived">
					<p className="notice notice-good">
						<strong>{event.event}</strong> was received at{" "}
						<time dateTime={event.received_at}>{formatTime(event.received_at, timeZone)}</time>.
					</p>
					<PropertyTable caption="Properties of the test event" properties={event.properties} />
					{steps !== null && <StepList steps={steps} />}
				</div>
			)}
		</Answered>
	);
}
