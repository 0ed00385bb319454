import type { Properties } from "../../store/new-event.ts";
import type { PrivacyGate } from "../../store/privacy/privacy-gate.ts";
import type { Step } from "../draft.ts";

/**
 * Takes out what may not be stored before anything is worked out from it. The store's own gate is
 * the same; here the user agent of the request is known as well, in whatever place it stands.
 */
export function removePrivateValues(gate: PrivacyGate): Step {
	return (draft, { userAgent, agent }) => {
		// The gate knows the agents of browsers by themselves.
		const other = agent?.isBrowser === true || userAgent === "" ? undefined : userAgent;
		const clean = (record: Properties): Properties =>
			gate.properties(other === undefined ? record : withoutText(record, other));
		const properties = clean(draft.properties);
		const set = clean(draft.set);
		const setOnce = clean(draft.setOnce);
		return { ...draft, properties, set, setOnce };
	};
}

/** @returns The very same record where the text does not stand in it. */
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
	// Neither primitive nor array: what JSON.parse gave is an object.
	if (!Array.isArray(value)) return withoutText(value as Properties, text);
	const cleaned = value.map((item) => withoutTextIn(item, text));
	return cleaned.every((item, index) => item === value[index]) ? value : cleaned;
}
