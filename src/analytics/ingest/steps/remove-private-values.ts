import type { Properties } from "../../store/new-event.ts";
import { cutQueries } from "../cut-queries.ts";
import { keep, type RequestFacts, type Step } from "../draft.ts";

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
		return keep({
			...draft,
			properties: clean(draft.properties),
			set: withoutAbsent(clean(draft.set)),
			setOnce: withoutAbsent(clean(draft.setOnce)),
		});
	};
}

function createCleaner(
	{ address, userAgent }: RequestFacts,
	isKept: (name: string) => boolean,
): (properties: Properties) => Properties {
	// What is taken out becomes `undefined`: a copy of the whole costs a third of one made key by key.
	const cleanRecord = (record: Properties): Properties => {
		const result: Record<string, unknown> = { ...record };
		for (const key of Object.keys(record)) {
			const value = record[key];
			const cleaned = isPrivate(key) ? undefined : cleanValue(value);
			if (cleaned !== value) result[key] = cleaned;
		}
		return result;
	};
	// As deep as `checkJsonShape()` lets JSON be, so the stack is safe.
	const cleanValue = (value: unknown): unknown => {
		if (typeof value === "string") return cleanText(value);
		if (typeof value !== "object" || value === null) return value;
		if (Array.isArray(value)) return value.map(cleanValue);
		// Neither primitive nor array: what JSON.parse gave is an object.
		return cleanRecord(value as Properties);
	};
	const cleanText = (text: string): string | undefined => {
		if (text === userAgent || text === address) return undefined;
		return text.includes("?") || text.includes("#") ? cutQueries(text, isKept) : text;
	};
	return cleanRecord;
}

/** A person's properties are compared key by key with what is stored. */
function withoutAbsent(record: Properties): Properties {
	const present = Object.entries(record).filter(([, value]) => value !== undefined);
	return Object.fromEntries(present);
}

function isPrivate(key: string): boolean {
	return PRIVATE_KEYS.has(key) || key === PROTOTYPE_KEY;
}
