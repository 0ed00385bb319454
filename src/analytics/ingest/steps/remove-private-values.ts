import type { Properties } from "../../store/new-event.ts";
import type { PrivacyGate } from "../../store/privacy/privacy-gate.ts";
import type { Step } from "../draft.ts";

/**
 * Removes private values before later steps derive data from them. The store has the same gate. This
 * step also removes each value that contains the user agent of the request.
 */
export function removePrivateValues(gate: PrivacyGate): Step {
	return (draft, { userAgent, agent }) => {
		// The gate itself recognizes user agents of browsers.
		const other = agent?.isBrowser === true || userAgent === "" ? undefined : userAgent;
		const clean = (record: Properties): Properties =>
			gate.properties(other === undefined ? record : withoutText(record, other));
		const properties = clean(draft.properties);
		const set = clean(draft.set);
		const setOnce = clean(draft.setOnce);
		return { ...draft, properties, set, setOnce };
	};
}

/** @returns The same object if the record does not contain the text. */
function withoutText(record: Properties, text: string): Properties {
	let result: Record<string, unknown> | undefined;
	for (const key of Object.keys(record)) {
		const value = record[key];
		const cleaned = withoutTextIn(value, text);
		if (cleaned === value) continue;
		result ??= { ...record };
		result[key] = cleaned;
	}
	return result ?? record;
}

function withoutTextIn(value: unknown, text: string): unknown {
	if (typeof value === "string") return value.includes(text) ? undefined : value;
	if (typeof value !== "object" || value === null) return value;
	// A value of `JSON.parse()` that is neither primitive nor array is an object.
	if (!Array.isArray(value)) return withoutText(value as Properties, text);
	const cleaned = value.map((item) => withoutTextIn(item, text));
	return cleaned.every((item, index) => item === value[index]) ? value : cleaned;
}
