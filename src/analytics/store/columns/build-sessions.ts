import type { DatabaseSync } from "node:sqlite";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import { readTraitSets } from "../dictionary/trait-sets.ts";
import { type Coded, CodedBuilder, narrowed, type SessionTable } from "./day-columns.ts";
import type { FoundSessions } from "./sessions.ts";

export interface FoundEvents {
	readonly found: FoundSessions;
	/** Start of the day, in milliseconds since the Unix epoch. */
	readonly start: number;
	readonly times: readonly number[];
	/** Numbers of `trait_sets`; 0: none. */
	readonly traits: readonly number[];
	readonly isView: (index: number) => boolean;
	/** Whether an event is earlier than another one. */
	readonly isBefore: (index: number, other: number) => boolean;
}

export interface SessionTexts {
	readonly textOf: (number: number) => string;
	readonly database: DatabaseSync;
	readonly viewPages: Coded;
}

/** Builds the sessions of a day without their events on other days. */
export function buildSessions(
	{ found, start, times, traits, isView, isBefore }: FoundEvents,
	{ textOf, database, viewPages }: SessionTexts,
): SessionTable {
	const size = found.clients.length;
	const startedAt = new Float64Array(size);
	const durations = new Float64Array(size);
	const views = new Uint32Array(size);
	/** Events that decide the traits, the entry page and the exit page. */
	const [firsts, entries, exits] = [0, 1, 2].map(() => new Int32Array(size).fill(-1)) as [
		Int32Array,
		Int32Array,
		Int32Array,
	];
	for (let index = 0; index < times.length; index += 1) {
		const session = found.sessions[index] as number;
		if (session === 0) continue;
		const at = start + (times[index] as number);
		if (firsts[session] === -1) startedAt[session] = at;
		durations[session] = at - (startedAt[session] as number);
		setIf(firsts, session, index, isBefore);
		if (!isView(index)) continue;
		views[session] = (views[session] as number) + 1;
		if (viewPages.codes[index] === 0) continue;
		setIf(entries, session, index, isBefore);
		setIf(exits, session, index, (one, other) => isBefore(other, one));
	}
	const pagesOf = (events: Int32Array): Coded =>
		narrowed({
			codes: Uint32Array.from(events, (index) => viewPages.codes[index] ?? 0),
			texts: viewPages.texts,
		});
	const texts = VISIT_TRAITS.map(() => ({
		builder: new CodedBuilder(),
		codes: new Uint32Array(size),
	}));
	const setOf = (session: number): number => traits[firsts[session] as number] as number;
	const sets = readTraitSets(
		database,
		Array.from({ length: size - 1 }, (_, at) => setOf(at + 1)),
	);
	for (let session = 1; session < size; session += 1) {
		for (const [place, number] of sets.get(setOf(session))?.entries() ?? []) {
			const text = texts[place];
			if (number !== null && text !== undefined) {
				text.codes[session] = text.builder.codeOf(textOf(number));
			}
		}
	}
	const columns = new Map<string, Coded>([
		["entry_page", pagesOf(entries)],
		["exit_page", pagesOf(exits)],
		...texts.map(
			({ builder, codes }, place) =>
				[VISIT_TRAITS[place] as string, narrowed({ codes, texts: builder.texts })] as const,
		),
	]);
	const none = { codes: new Uint8Array(size), texts: [undefined] };
	return {
		size,
		numbers: found.clients,
		visitors: found.visitors,
		visitorCount: found.visitorCount,
		startedAt,
		durations,
		views,
		text: (name) => columns.get(name) ?? none,
	};
}

/** Sets the event of a session to another one, if the other wins or is the first. */
function setIf(
	events: Int32Array,
	session: number,
	index: number,
	wins: (index: number, other: number) => boolean,
): void {
	const known = events[session] as number;
	if (known === -1 || wins(index, known)) events[session] = index;
}
