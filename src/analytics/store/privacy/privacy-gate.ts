import type { GroupChange, NewEvent, PersonChange, Properties, Visit } from "../new-event.ts";
import { cleanText, mayHoldPrivate } from "./clean-text.ts";
import { cleanValue } from "./clean-url.ts";
import { isPrivateKey } from "./private-keys.ts";
import { isMailAddress } from "./remove-addresses.ts";

/** What everything passes on its way into the file. */
export type PrivacyGate = ReturnType<typeof createPrivacyGate>;

/** Pages and referrers repeat; longer texts do not. */
const MAX_KNOWN_LENGTH = 400;
const MAX_KNOWN_TEXTS = 5_000;

/**
 * Decides what may be stored of an event: keys and values of
 * properties, names, groups and what is counted. Distinct ids stay as they are: they are what the
 * operator's own program calls its people.
 *
 * @param keptParameters Query parameters that stay in URLs, beside `utm_*`.
 */
export function createPrivacyGate(keptParameters: readonly string[]) {
	const names = new Set(keptParameters);
	const isKept = (name: string): boolean => names.has(name) || /^utm_\w{1,20}$/.test(name);
	const passed = new WeakSet<Properties>();
	const cleaned = cached((dirty) => cleanText(dirty, isKept));
	/** @returns `undefined` where nothing may be kept of it. */
	const text = (dirty: string): string | undefined =>
		mayHoldPrivate(dirty) ? cleaned(dirty) : dirty;
	const cleanKey = cached((key) => ({ name: text(key) ?? "", isPrivate: isPrivateKey(key) }));
	const textOrNothing = (dirty: string): string => text(dirty) ?? "";
	// As deep as `checkJsonShape()` lets JSON be, so the stack is safe.
	const value = (dirty: unknown, key: string, isSeen: boolean): unknown => {
		if (typeof dirty === "string") {
			const stays =
				isVersion(key, dirty) || isHostOfPage(key, dirty) || (!isSeen && isMailAddress(dirty));
			return stays ? dirty : text(dirty);
		}
		if (typeof dirty !== "object" || dirty === null) return dirty;
		if (Array.isArray(dirty)) return list(dirty, key, isSeen);
		// Neither primitive nor array: what JSON.parse gave is an object.
		return record(dirty as Properties, isSeen);
	};
	const list = (dirty: readonly unknown[], key: string, isSeen: boolean): readonly unknown[] => {
		const clean = dirty.map((item) => value(item, key, isSeen));
		return clean.some((item, index) => item !== dirty[index]) ? clean : dirty;
	};
	// An object without private data is returned itself: a copy would cost the most.
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
	/** @returns The very same object where nothing has to be taken out. */
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

/** Caches results of short texts. Called for each of an event's fifty keys: an LRU cache would be slower. */
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

/** Texts of pages and errors, which a client collects by itself. */
const SEEN_BY_CLIENT = /^\$(?:exception|el|selected)/;

/** A switch, and the count of a language model's tokens. */
function isHarmless(key: string, value: unknown): boolean {
	return typeof value === "boolean" || (typeof value === "number" && /tokens$/i.test(key));
}

/** A version can look like an address. */
function isVersion(key: string, value: string): boolean {
	return /version$/i.test(key) && /^[\w.+ -]{1,60}$/.test(value);
}

/** Where the site is, as in a URL, whose host stays as well: sites of a house often have an address alone. */
function isHostOfPage(key: string, value: string): boolean {
	return /^\$(?:\w{1,30}_)?host$/.test(key) && /^[\w.:[\]-]{1,255}$/.test(value);
}

/** Heatmaps are lists by URL: two URLs that become one keep the points of both. */
function joined(known: unknown, added: unknown): unknown {
	if (known === undefined) return added;
	return Array.isArray(known) && Array.isArray(added) ? [...known, ...added] : known;
}

/** A person's properties are compared key by key with what is stored, so that what is taken out is absent. */
function present(properties: Properties): Properties {
	const entries = Object.entries(properties);
	if (entries.every(([, value]) => value !== undefined)) return properties;
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
