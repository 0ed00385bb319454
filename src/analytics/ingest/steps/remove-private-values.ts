import type { Properties } from "../../store/events/new-event.ts";
import { withoutAbsent } from "../../store/events/without-absent.ts";
import { cutQueries } from "../cut-queries.ts";
import type { RequestFacts, Step } from "../draft.ts";

/** Names under which clients send what is never stored, `$initial_` forms included. */
const PRIVATE_KEYS: ReadonlySet<string> = new Set(
	[
		"ip",
		"raw_user_agent",
		"user_agent",
		"useragent",
		// Click ids: they name one click of one person to the network that sold it.
		"gclid",
		"gad_source",
		"gclsrc",
		"dclid",
		"gbraid",
		"wbraid",
		"fbclid",
		"msclkid",
		"twclid",
		"li_fat_id",
		"mc_cid",
		"igshid",
		"ttclid",
		"rdt_cid",
		"irclid",
		"_kx",
		"epik",
		"qclid",
		"sccid",
	].flatMap((name) => [name, `$${name}`, `$initial_${name}`]),
);

/** Would become the object's prototype where it is assigned. */
const PROTOTYPE_KEY = "__proto__";

/**
 * Takes out address, user agent, click ids and query parameters, wherever in the event they
 * stand. The keys of properties may stay, without a value.
 *
 * @param keptParameters Query parameters that stay, beside `utm_*`.
 */
export function removePrivateValues(keptParameters: readonly string[]): Step {
	const names = new Set(keptParameters);
	const isKept = (name: string): boolean => names.has(name) || name.startsWith("utm_");
	return (draft, facts) => {
		const clean = createCleaner(facts, isKept);
		const properties = clean(draft.properties);
		const set = cleanPerson(draft.set, clean);
		const setOnce = cleanPerson(draft.setOnce, clean);
		// Events of servers mostly hold nothing private, and copies would be the dearest part of this step.
		const isClean =
			properties === draft.properties && set === draft.set && setOnce === draft.setOnce;
		return isClean ? draft : { ...draft, properties, set, setOnce };
	};
}

function createCleaner(
	{ address, userAgent }: RequestFacts,
	isKept: (name: string) => boolean,
): (properties: Properties) => Properties {
	// What holds nothing private is handed on as it is. What is taken out becomes `undefined`: a copy
	// of the whole costs a third of one made key by key.
	const cleanRecord = (record: Properties): Properties => {
		let result: Record<string, unknown> | undefined;
		for (const key of Object.keys(record)) {
			const value = record[key];
			const cleaned = isPrivate(key) ? undefined : cleanValue(value);
			if (cleaned === value) continue;
			result ??= { ...record };
			result[key] = cleaned;
		}
		return result ?? record;
	};
	// As deep as `checkJsonShape()` lets JSON be, so the stack is safe.
	const cleanValue = (value: unknown): unknown => {
		if (typeof value === "string") return cleanText(value);
		if (typeof value !== "object" || value === null) return value;
		if (Array.isArray(value)) return cleanList(value);
		// Neither primitive nor array: what JSON.parse gave is an object.
		return cleanRecord(value as Properties);
	};
	const cleanList = (list: readonly unknown[]): readonly unknown[] => {
		const cleaned = list.map(cleanValue);
		return cleaned.some((value, index) => value !== list[index]) ? cleaned : list;
	};
	const cleanText = (text: string): string | undefined => {
		if (text === userAgent || text === address) return undefined;
		return text.includes("?") || text.includes("#") ? cutQueries(text, isKept) : text;
	};
	return cleanRecord;
}

/** A person's properties are compared key by key with what is stored, so that what is taken out is absent. */
function cleanPerson(record: Properties, clean: (record: Properties) => Properties): Properties {
	const cleaned = clean(record);
	return cleaned === record ? record : withoutAbsent(cleaned);
}

function isPrivate(key: string): boolean {
	return PRIVATE_KEYS.has(key) || key === PROTOTYPE_KEY;
}
