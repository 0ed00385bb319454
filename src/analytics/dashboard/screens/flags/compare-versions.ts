import { flagSentences } from "./condition-sentence.ts";
import type { RawDefinition } from "./flag-definition.ts";

export interface VersionDifference {
	readonly added: readonly string[];
	readonly removed: readonly string[];
}

/** What one version says and the other does not; `null` is a flag that was not there. */
export function compareVersions(
	before: RawDefinition | null,
	after: RawDefinition | null,
): VersionDifference {
	const [old, now] = [before, after].map((definition) =>
		definition === null ? [] : flagSentences(definition),
	);
	return {
		added: [...new Set(now)].filter((sentence) => !old?.includes(sentence)),
		// Of a flag that is gone everything is; saying so once is enough.
		removed: after === null ? [] : [...new Set(old)].filter((sentence) => !now?.includes(sentence)),
	};
}
