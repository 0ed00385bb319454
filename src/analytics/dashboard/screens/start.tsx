import type { ReactElement } from "react";
import { Link } from "react-router";
import type { FirstRunAnswer } from "../../api-types/settings.ts";
import { RefusedError } from "../api/request.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useMay } from "../api/use-role.ts";
import { Answered } from "../components/answered.tsx";
import { Card } from "../components/card.tsx";
import { Code } from "../components/code.tsx";
import { EventPages } from "../components/events/event-pages.tsx";
import { ScreenHeader } from "../components/screen-header.tsx";
import { Danger } from "../components/state-notices.tsx";
import { Tabs } from "../components/tabs.tsx";
import { useParameter } from "../state/use-address.ts";

const FIRST_RUN = "/api/v1/first-run";

/** Polling interval until the first event arrives. */
const POLL_MS = 2_000;

/** Instructions to send events, and a test event that shows whether events arrive. */
export function Start(): ReactElement {
	const firstRun = useAnswer<FirstRunAnswer>(FIRST_RUN, {
		refetchInterval: ({ state }) => state.data?.has_received_events !== true && POLL_MS,
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
							<TestEvent projectKey={answer.project_key} />
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
	const clients = clientLines(answer);
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

/** Code that sends events to this service, for the most common clients. */
export function clientLines({ project_key, host }: Pick<FirstRunAnswer, "project_key" | "host">) {
	const [key, address] = [JSON.stringify(project_key), JSON.stringify(host)];
	const body = JSON.stringify({
		api_key: project_key,
		event: "signed up",
		distinct_id: "user-1",
		// Without `$lib`, events of an HTTP client count as events of a bot.
		properties: { plan: "free", $lib: "posthog-api" },
	});
	return [
		{
			name: "posthog-js",
			label: "Without asking for consent: nothing is stored in the browser",
			text: browserLines(key, address, "memory"),
		},
		{
			name: "posthog-js with consent",
			label: "After a visitor has agreed: an ID is stored in the browser",
			text: browserLines(key, address, "localStorage+cookie"),
		},
		{
			name: "posthog-node",
			label: "On a server: npm install posthog-node",
			text: `import { PostHog } from "posthog-node";

const posthog = new PostHog(${key}, { host: ${address} });

posthog.capture({
  distinctId: "user-1",
  event: "signed up",
  properties: { plan: "free" },
});
await posthog.shutdown();`,
		},
		{
			name: "curl",
			label: "In a shell",
			text: `curl ${shellText(`${host}/i/v0/e/`)} \\
  -H 'content-type: application/json' \\
  -d ${shellText(body)}`,
		},
	];
}

function browserLines(key: string, address: string, persistence: string): string {
	return `import posthog from "posthog-js"; // npm install posthog-js

posthog.init(${key}, {
  api_host: ${address},
  persistence: "${persistence}",
  person_profiles: "identified_only",
});`;
}

/** In single quotes, a shell treats every character literally, except a single quote. */
function shellText(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Sends an event like a client of the project, and lists the stored event. */
function TestEvent({ projectKey }: { readonly projectKey: string }): ReactElement {
	const { mutate, data, error, isPending } = useChange(() => sendTestEvent(projectKey), {
		refreshes: FIRST_RUN,
	});
	return (
		<>
			<p>
				A test event passes all the steps of ingestion, is stored, and is listed here. If it is
				missing, it was dropped: <Link to="/live">Live</Link> shows the reason.
			</p>
			<button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
				{isPending ? "Sending…" : "Send test event"}
			</button>
			<div aria-live="polite">
				<Danger error={error} />
				{data !== undefined && <EventPages caption="Test event" parameters={data} />}
			</div>
		</>
	);
}

/** @returns The parameters that list the event. */
async function sendTestEvent(projectKey: string): Promise<URLSearchParams> {
	const person = `test-${Date.now()}`;
	const properties = { $process_person_profile: false, sent_from: "dashboard" };
	const event = { event: "loggia test event", distinct_id: person, properties };
	const response = await fetch("/i/v0/e/", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: projectKey, ...event }),
	});
	if (!response.ok) throw new RefusedError(response.status, [await response.text()]);
	return new URLSearchParams({ person });
}
