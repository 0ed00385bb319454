/** Clients for servers, by the name in `$lib` and in the user agent. */
export const SERVER_LIBRARIES: ReadonlySet<unknown> = new Set([
	"posthog-node",
	"posthog-edge",
	"posthog-python",
	"posthog-ruby",
	"posthog-php",
	"posthog-go",
	"posthog-java",
	"posthog-server",
	"posthog-dotnet",
	"posthog-elixir",
	"posthog-rs",
	"posthog-rust",
]);
