/** Configuration that the operator must correct; one sentence for each variable. */
export class ConfigurationError extends Error {
	readonly code = "ANALYTICS_CONFIGURATION";
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.join("\n"));
		this.problems = problems;
	}
}

/** Nothing was stored, and a retry can succeed. The response is 503 with `Retry-After`. */
export class StoreUnavailableError extends Error {
	readonly code = "ANALYTICS_STORE_UNAVAILABLE";
	readonly statusCode = 503;
}
