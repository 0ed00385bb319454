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
			label: "In the browser: npm install posthog-js",
			text: `import posthog from "posthog-js";

posthog.init(${key}, {
  api_host: ${address},
  person_profiles: "identified_only",
});`,
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

/** In single quotes a shell takes everything as it is but a single quote. */
function shellText(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
