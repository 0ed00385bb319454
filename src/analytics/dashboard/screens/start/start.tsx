import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { DashboardEvent, EventDetails } from "../../../wire/dashboard/events.ts";
import type { FirstRunAnswer, TestEventAnswer } from "../../../wire/dashboard/settings.ts";
import { pathOf, request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Code } from "../../components/code.tsx";
import { StepList } from "../../components/event-panel.tsx";
import { PropertyTable } from "../../components/property-table.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Problems } from "../../components/state-notices.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { formatTime } from "../../format/times.ts";
import { useParameter } from "../../state/use-parameter.ts";
import { useQuestion } from "../../state/use-question.ts";
import { clientLines } from "./client-lines.ts";

/** Until the first event is there, somebody is waiting for it right here. */
const POLL_MS = 2_000;

/** How to send events here, and a way to see at once that they arrive. */
export function Start(): ReactElement {
	const firstRun = useQuery({
		queryKey: ["first-run", "watched"],
		queryFn: ({ signal }) => request<FirstRunAnswer>("/api/v1/first-run", { signal }),
		refetchInterval: ({ state }) => (state.data?.has_received_events === true ? false : POLL_MS),
	});
	return (
		<Answered what="the first run" query={firstRun}>
			{(answer) => (
				<>
					<ScreenHeader
						title={answer.has_received_events ? "Connect" : "Nothing has been received yet"}
						lead={
							answer.has_received_events
								? "What to paste where events come from"
								: "A site served by Loggia counts by itself. For anything else, paste these lines."
						}
					/>
					<Card title="1. Paste">
						<Lines answer={answer} />
					</Card>
					<Card title="2. Try it">
						<TestEvent />
					</Card>
					{answer.has_received_events ? (
						<p className="hint">
							Events arrive. <Link to="/live">Watch them</Link>, or go to the{" "}
							<Link to="/" reloadDocument>
								overview
							</Link>
							.
						</p>
					) : (
						<p className="hint waiting" role="status">
							Waiting for the first event …
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
	const client = useQueryClient();
	const { mutate, data, error, isPending } = useMutation({
		mutationFn: () => request<TestEventAnswer>("/api/v1/first-run/test-event", { method: "POST" }),
		onSuccess: () => client.invalidateQueries({ queryKey: ["first-run", "watched"] }),
	});
	return (
		<>
			<p>
				A test event goes the way of every other event: through all the steps, onto the disk, and
				back onto this screen.
			</p>
			<button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
				{isPending ? "Sending …" : "Send a test event"}
			</button>
			<div aria-live="polite">
				{error !== null && (
					<div className="notice notice-danger">
						<Problems error={error} />
					</div>
				)}
				{data !== undefined &&
					(data.dropped_because === null ? (
						<Arrived key={data.uuid} uuid={data.uuid} />
					) : (
						<div className="notice notice-danger">
							<p>
								<strong>It was dropped.</strong>
							</p>
							<p>{data.dropped_because}</p>
						</div>
					))}
			</div>
		</>
	);
}

function Arrived({ uuid }: { readonly uuid: string }): ReactElement {
	const details = useQuery({
		queryKey: ["event", uuid],
		queryFn: ({ signal }) => request<EventDetails>(pathOf`/api/v1/events/${uuid}`, { signal }),
	});
	return (
		<Answered what="the test event" query={details}>
			{({ event, steps }) => (
				<div className="arrived">
					<p className="notice notice-good">
						<strong>{event.event}</strong> has arrived. <ArrivedAt event={event} />
					</p>
					<PropertyTable caption="Properties of the test event" properties={event.properties} />
					{steps !== null && <StepList steps={steps} />}
				</div>
			)}
		</Answered>
	);
}

function ArrivedAt({ event }: { readonly event: DashboardEvent }): ReactElement {
	const { timeZone } = useQuestion();
	return <time dateTime={event.received_at}>{formatTime(event.received_at, timeZone)}</time>;
}
