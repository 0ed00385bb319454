/** An error response. Plain data, since threads send it too. */
export interface Refused {
	readonly refused: 400 | 401 | 403 | 404 | 409 | 415 | 429 | 503;
	/** A sentence for each problem. */
	readonly problems: readonly string[];
}

export function refused(status: Refused["refused"], ...problems: readonly string[]): Refused {
	return { refused: status, problems };
}

export function isRefused(answer: unknown): answer is Refused {
	return (
		typeof answer === "object" &&
		answer !== null &&
		"refused" in answer &&
		typeof answer.refused === "number"
	);
}
