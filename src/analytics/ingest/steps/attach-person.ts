import { hasVisibleCharacter } from "../../../shared/analytics.ts";
import { distinctIdText } from "../../protocol/read-event.ts";
import type { PersonChange, PersonMerge, Properties } from "../../store/new-event.ts";
import { type Draft, type Step, warned } from "../draft.ts";

/** Properties of an event that also describe the person who sent it. */
const PERSON_PROPERTIES = [
	"$app_build",
	"$app_name",
	"$app_namespace",
	"$app_version",
	"$browser",
	"$browser_version",
	"$device_type",
	"$current_url",
	"$pathname",
	"$os",
	"$os_version",
	"$referring_domain",
	"$referrer",
	"$screen_height",
	"$screen_width",
	"$viewport_height",
	"$viewport_width",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"utm_content",
	"utm_name",
	"utm_term",
] as const;

/** Derives the changes and merges of the event's person. */
export const attachPerson: Step = (draft) => {
	if (!draft.keepsPerson) return draft;
	const merge = readMerge(draft);
	const change = readChange(draft);
	// An app that identifies everybody as "null" must not merge all its visitors into one person.
	const isIllegal =
		merge !== undefined && [draft.distinctId, merge.otherDistinctId].some(isIllegalDistinctId);
	if (!isIllegal) return { ...draft, person: { change, merge } };
	return warned({ ...draft, person: { change, merge: undefined } }, "merge-with-illegal-id");
};

function readChange({ event, set, setOnce, unset, properties }: Draft): PersonChange {
	// These events describe a group, not the person who sent them.
	if (event === "$groupidentify") return { set: {}, setOnce: {}, unset: [] };
	const automatic = automaticProperties(properties);
	// Most events of servers have none of these properties.
	if (automatic === undefined) return { set, setOnce, unset };
	const initial = Object.entries(automatic).map(([key, value]) => [initialKey(key), value]);
	return {
		set: { ...automatic, ...set },
		setOnce: { ...Object.fromEntries(initial), ...setOnce },
		unset,
	};
}

function automaticProperties(properties: Properties): Properties | undefined {
	let found: Record<string, unknown> | undefined;
	for (const key of PERSON_PROPERTIES) {
		const value = properties[key];
		if (value === undefined || value === null) continue;
		found ??= {};
		found[key] = value;
	}
	return found;
}

function initialKey(key: string): string {
	return `$initial_${key.replace(/^\$/, "")}`;
}

function readMerge({ event, properties }: Draft): PersonMerge | undefined {
	if (event === "$identify") return mergeWith("identify", properties["$anon_distinct_id"]);
	if (event === "$create_alias") return mergeWith("alias", properties["alias"]);
	if (event === "$merge_dangerously") return mergeWith("force", properties["alias"]);
	return undefined;
}

function mergeWith(kind: PersonMerge["kind"], other: unknown): PersonMerge | undefined {
	const otherDistinctId = distinctIdText(other);
	return otherDistinctId === undefined ? undefined : { kind, otherDistinctId };
}

/** Placeholders in any letter case that programs send by mistake. */
const ANY_CASE: ReadonlySet<string> = new Set([
	"anonymous",
	"guest",
	"distinctid",
	"distinct_id",
	"id",
	"not_authenticated",
	"email",
	"undefined",
	"true",
	"false",
]);

const EXACT_CASE: ReadonlySet<string> = new Set([
	"[object Object]",
	"NaN",
	"None",
	"none",
	"null",
	"0",
]);

/**
 * Whether a distinct id is a placeholder, so that no persons may be merged by it.
 *
 * @example
 * isIllegalDistinctId("null"); // true
 */
export function isIllegalDistinctId(distinctId: string): boolean {
	const bare = distinctId
		.trim()
		.replace(/^(["'])(.*)\1$/, "$2")
		.trim();
	return !hasVisibleCharacter(bare) || EXACT_CASE.has(bare) || ANY_CASE.has(bare.toLowerCase());
}
