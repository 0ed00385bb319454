/** What one check has to say: how many of the things that it looked at hold. */
export interface Outcome {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	/** Why something failed or was skipped, where the check's own output does not say it. */
	readonly note?: string;
}

/** The outcome of a check that is one thing and not a list of tests. */
export function outcomeOf(holds: boolean): Outcome {
	return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 };
}

export function failedBecause(note: string): Outcome {
	return { passed: 0, failed: 1, skipped: 0, note };
}

export function skippedBecause(note: string): Outcome {
	return { passed: 0, failed: 0, skipped: 1, note };
}
