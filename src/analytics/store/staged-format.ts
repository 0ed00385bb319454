import type { NewEvent } from "./events/new-event.ts";
import { withoutAbsent } from "./events/without-absent.ts";
import { DamagedFileError } from "./file/damage.ts";

/** Some hundred events as one row of `staged_events`. */
export interface StagedBatch {
	readonly count: number;
	readonly json: string;
}

/**
 * What a row's text says: events of a batch have names, keys and times of arrival in common, and
 * half of the bytes is half of what their sender waits for the disk.
 */
interface StagedText {
	readonly kinds: readonly Kind[];
	readonly rows: readonly Row[];
}

/** What events share that have the same name, the same keys and came together. */
type Kind = readonly [event: string, receivedAt: number, keys: readonly string[]];

/** An event: the index of its kind, what is its own, and the details that most events do not have. */
type Row = readonly [
	kind: number,
	uuid: string,
	distinctId: string,
	timestamp: number,
	values: readonly unknown[],
	details?: Details,
];

type Details = Partial<Pick<NewEvent, "personChange" | "person" | "groups" | "bot">> & {
	readonly visit?: StagedVisit | undefined;
};

type StagedVisit = Omit<NonNullable<NewEvent["visit"]>, "visitor"> & {
	/** In base64. */
	readonly visitor: string;
};

/** Takes what the steps have left of events, and nothing else of their request. */
export function packStaged(events: readonly NewEvent[]): StagedBatch {
	const kinds = new Kinds();
	const text: StagedText = { kinds: kinds.list, rows: events.map((event) => rowOf(event, kinds)) };
	return { count: events.length, json: JSON.stringify(text) };
}

/**
 * Reads what `packStaged()` wrote.
 *
 * @throws {DamagedFileError} When it reads as something else.
 */
export function unpackStaged(json: string): readonly NewEvent[] {
	try {
		const { kinds, rows } = JSON.parse(json) as StagedText;
		return rows.map((row) => eventOf(row, kinds));
	} catch (error) {
		throw new DamagedFileError("Staged events cannot be read any more", { cause: error });
	}
}

function rowOf(event: NewEvent, kinds: Kinds): Row {
	const values = Object.values(event.properties);
	if (values.includes(undefined)) {
		return rowOf({ ...event, properties: withoutAbsent(event.properties) }, kinds);
	}
	const { uuid, distinctId, timestamp } = event;
	const kind = kinds.indexOf(event, Object.keys(event.properties));
	const details = detailsOf(event);
	return details === undefined
		? [kind, uuid, distinctId, timestamp, values]
		: [kind, uuid, distinctId, timestamp, values, details];
}

function detailsOf({ personChange, person, groups, bot, visit }: NewEvent): Details | undefined {
	const isPlain = personChange === undefined && person === undefined && bot === undefined;
	if (isPlain && visit === undefined && groups.length === 0) return undefined;
	return { personChange, person, groups, bot, visit: visit && stagedVisit(visit) };
}

function stagedVisit(visit: NonNullable<NewEvent["visit"]>): StagedVisit {
	return { ...visit, visitor: Buffer.from(visit.visitor).toString("base64") };
}

function eventOf(row: Row, kinds: readonly Kind[]): NewEvent {
	const [kind, uuid, distinctId, timestamp, values, details = {}] = row;
	const [event, receivedAt, keys] = kinds[kind] as Kind;
	const { personChange, person, groups = [], bot, visit } = details;
	return {
		uuid,
		event,
		distinctId,
		timestamp,
		receivedAt,
		properties: Object.fromEntries(keys.map((key, index) => [key, values[index]])),
		personChange,
		person,
		groups,
		bot,
		visit: visit && { ...visit, visitor: Buffer.from(visit.visitor, "base64") },
	};
}

/** Numbers kinds in the order in which they appear. */
class Kinds {
	readonly list: Kind[] = [];
	readonly #indexes = new Map<string, number>();
	/** Mostly the next event's as well. */
	#last: Kind | undefined = undefined;
	#lastIndex = -1;

	indexOf({ event, receivedAt }: NewEvent, keys: readonly string[]): number {
		const last = this.#last;
		if (last?.[0] === event && last[1] === receivedAt && areEqual(last[2], keys)) {
			return this.#lastIndex;
		}
		const kind: Kind = [event, receivedAt, keys];
		const text = JSON.stringify(kind);
		const index = this.#indexes.get(text) ?? this.list.push(kind) - 1;
		this.#indexes.set(text, index);
		this.#last = kind;
		this.#lastIndex = index;
		return index;
	}
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((key, index) => key === other[index]);
}
