export interface ClientLines {
	readonly name: string;
	/** Where to paste them. */
	readonly label: string;
	readonly text: string;
}

export interface ClientLinesOptions {
	readonly projectKey: string;
	/** Scheme, host and port of the service. */
	readonly host: string;
}

/** What a developer pastes to send events here, for the clients that are used most. */
export function clientLines({ projectKey, host }: ClientLinesOptions): readonly ClientLines[] {
	const [key, address] = [JSON.stringify(projectKey), JSON.stringify(host)];
	const body = JSON.stringify({
		api_key: projectKey,
		event: "signed up",
		distinct_id: "user-1",
		// Without the name of a library, what an HTTP client sends is a bot's.
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

/** In single quotes a shell takes everything as it is but a single quote. */
function shellText(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
