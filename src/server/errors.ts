/** A mistake that only the operator can correct. It ends the process at start with exit code 1. */
export class OperatorError extends Error {
	override readonly name = "OperatorError";
	/** Stable, for log searches. */
	readonly code: OperatorErrorCode;
	/** A sentence for each mistake, so that the operator can correct all of them at once. */
	readonly problems: readonly string[];

	constructor(code: OperatorErrorCode, problems: readonly string[]) {
		super(problems.join("\n"));
		this.code = code;
		this.problems = problems;
	}
}

export type OperatorErrorCode =
	| "environment-invalid"
	| "site-folder-unreadable"
	| "address-unavailable"
	| "command-invalid"
	/** The repository of `SITE_GIT` cannot be read, and there is no earlier copy. */
	| "git-unreachable"
	/** The build manifest is absent or unreadable: the app was not built. */
	| "build-missing";
