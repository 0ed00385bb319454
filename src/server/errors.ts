/** A mistake that only the operator can mend; it ends the process at start with exit code 1. */
export class OperatorError extends Error {
	override readonly name = "OperatorError";
	/** Stable name of the kind of mistake, for log searches. */
	readonly code: OperatorErrorCode;
	/** One sentence for each mistake, so that all of them can be mended at once. */
	readonly problems: readonly string[];

	constructor(code: OperatorErrorCode, problems: readonly string[]) {
		super(problems.join("\n"));
		this.code = code;
		this.problems = problems;
	}
}

export type OperatorErrorCode =
	/** A variable of the environment has a value that breaks its rule. */
	| "environment-invalid"
	/** What `SITE_DIR` names cannot be read as a folder. */
	| "site-folder-unreadable"
	/** The address is taken, or not ours to listen on. */
	| "address-unavailable"
	/** The process was called with words that it cannot act on. */
	| "command-invalid"
	/** The repository that `SITE_GIT` names cannot be read, and never could. */
	| "git-unreachable"
	/** The build manifest is absent or unreadable: the app was not built. */
	| "build-missing";
