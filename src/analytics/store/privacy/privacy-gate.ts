import type { GroupChange, NewEvent, PersonChange, Properties, Visit } from "../new-event.ts";
import { cleanText, mayHoldPrivate } from "./clean-text.ts";
import { cleanValue } from "./clean-url.ts";
import { isPrivateKey } from "./private-keys.ts";
import { isMailAddress } from "./remove-addresses.ts";

/** Cleans all data before it is written to the file. */
export type PrivacyGate = ReturnType<typeof createPrivacyGate>;

/** Cache limits. Pages and referrers repeat; longer texts do not. */
const MAX_KNOWN_LENGTH = 400;
const MAX_KNOWN_TEXTS = 5_000;

/**
 * Removes personal data from an event: from keys and values of properties, names, groups and counted values.
 * Distinct ids stay unchanged: the operator's own program chooses them.
 *
 * @param keptParameters Query parameters that stay in URLs, beside `utm_*`.
 */
export function createPrivacyGate(keptParameters: readonly string[]) {
	const names = new Set(keptParameters);
	const isKept = (name: string): boolean => names.has(name) || /^utm_\w{1,20}$/.test(name);
	const passed = new WeakSet<Properties>();
	const cleaned = cached((dirty) => cleanText(dirty, isKept));
	/** @returns `undefined` if nothing may be stored. */
	const text = (dirty: string): string | undefined =>
		mayHoldPrivate(dirty) ? cleaned(dirty) : dirty;
	const cleanKey = cached((key) => ({ name: text(key) ?? "", isPrivate: isPrivateKey(key) }));
	const textOrNothing = (dirty: string): string => text(dirty) ?? "";
	// `checkJsonShape()` limits the depth, so the recursion cannot overflow the stack.
	const value = (dirty: unknown, key: string, isSeen: boolean): unknown => {
		if (typeof dirty === "string") {
			const stays =
				isVersion(key, dirty) || isHostOfPage(key, dirty) || (!isSeen && isMailAddress(dirty));
			return stays ? dirty : text(dirty);
		}
		if (typeof dirty !== "object" || dirty === null) return dirty;
		if (Array.isArray(dirty)) return list(dirty, key, isSeen);
		// `JSON.parse()` made the value: neither primitive nor array, so an object.
		return record(dirty as Properties, isSeen);
	};
	const list = (dirty: readonly unknown[], key: string, isSeen: boolean): readonly unknown[] => {
		const clean = dirty.map((item) => value(item, key, isSeen));
		return clean.some((item, index) => item !== dirty[index]) ? clean : dirty;
	};
	// Returns an object without private data itself: copying would be the largest cost.
	const record = (dirty: Properties, isSeen = false): Properties => {
		let result: Record<string, unknown> | undefined;
		for (const key of Object.keys(dirty)) {
			const { name, isPrivate } = cleanKey(key);
			const clean =
				isPrivate && !isHarmless(key, dirty[key])
					? undefined
					: value(dirty[key], key, isSeen || SEEN_BY_CLIENT.test(key));
			if (clean === dirty[key] && name === key) continue;
			result ??= { ...dirty };
			if (name !== key) delete result[key];
			result[name] = joined(name === key ? undefined : result[name], clean);
		}
		return result ?? dirty;
	};
	/** @returns The same object if nothing is removed. */
	const properties = (dirty: Properties): Properties => {
		if (passed.has(dirty)) return dirty;
		const clean = record(dirty);
		passed.add(clean);
		return clean;
	};
	const change = ({ set, setOnce, unset }: PersonChange): PersonChange => ({
		set: present(properties(set)),
		setOnce: present(properties(setOnce)),
		unset: unset.map(textOrNothing),
	});
	const group = ({ type, key, set }: GroupChange): GroupChange => ({
		type: textOrNothing(type),
		key: textOrNothing(key),
		set: present(properties(set)),
	});
	const cleanTrait = cached((dirty) => cleanValue(textOrNothing(dirty)));
	const visit = (given: Visit): Visit => {
		const traits: Record<string, string | undefined> = { ...given.traits };
		for (const [trait, dirty] of Object.entries(given.traits)) {
			if (dirty !== undefined) traits[trait] = cleanTrait(dirty);
		}
		return { ...given, page: given.page === undefined ? undefined : text(given.page), traits };
	};
	return {
		properties,
		text,
		event: (event: NewEvent): NewEvent => ({
			...event,
			event: textOrNothing(event.event),
			properties: properties(event.properties),
			personChange: event.personChange && change(event.personChange),
			person: event.person && { ...event.person, change: change(event.person.change) },
			groups: event.groups.map(group),
			bot: event.bot === undefined ? undefined : textOrNothing(event.bot),
			visit: event.visit && visit(event.visit),
		}),
	};
}

/** Caches results of short texts. Runs for each of an event's fifty keys: an LRU cache would be slower. */
function cached<Value>(make: (text: string) => Value): (text: string) => Value {
	const known = new Map<string, { readonly value: Value }>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found.value;
		const value = make(text);
		if (known.size >= MAX_KNOWN_TEXTS) known.clear();
		if (text.length <= MAX_KNOWN_LENGTH) known.set(text, { value });
		return value;
	};
}

/** Properties with texts of pages and errors, which a client collects automatically. */
const SEEN_BY_CLIENT = /^\$(?:exception|el|selected)/;

/** Booleans, and token counts of language models. */
function isHarmless(key: string, value: unknown): boolean {
	return typeof value === "boolean" || (typeof value === "number" && /tokens$/i.test(key));
}

/** A version can look like an IP address. */
function isVersion(key: string, value: string): boolean {
	return /version$/i.test(key) && /^[\w.+ -]{1,60}$/.test(value);
}

/** The site's host stays, as it does in URLs: internal sites often have only an IP address. */
function isHostOfPage(key: string, value: string): boolean {
	return /^\$(?:\w{1,30}_)?host$/.test(key) && /^[\w.:[\]-]{1,255}$/.test(value);
}

/** Heatmaps are lists by URL: if two URLs become equal, the lists are joined. */
function joined(known: unknown, added: unknown): unknown {
	if (known === undefined) return added;
	return Array.isArray(known) && Array.isArray(added) ? [...known, ...added] : known;
}

/** Removes `undefined` values: a person's properties are compared with the stored ones key by key. */
function present(properties: Properties): Properties {
	const entries = Object.entries(properties);
	if (entries.every(([, value]) => value !== undefined)) return properties;
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
