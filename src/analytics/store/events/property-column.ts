import { DamagedFileError } from "../file/damage.ts";
import { lastingCompress, lastingDecompress, type ZstdCall } from "./lasting-zstd.ts";
import type { NewEvent, Properties } from "./new-event.ts";
import { NEWEST_DICTIONARY, PROPERTY_DICTIONARIES } from "./property-dictionary.ts";

/** Who an event says it is; several properties only repeat it. */
export type EventIdentity = Pick<NewEvent, "uuid" | "distinctId">;

/** What stands in one column of an event's row. */
export interface PackedContent {
	readonly properties: Properties;
	/** Only where the name is not stored with those of other events. */
	readonly name: string | undefined;
}

export interface UnpackedContent extends PackedContent {
	/** The properties as JSON. */
	readonly json: string;
}

/** JSON spells control characters as escapes, so that these stand nowhere in it by themselves. */
const UUID_MARK = "\u0001";
const DISTINCT_ID_MARK = "\u0002";

/** Packs properties: the number of a dictionary, and JSON that zstd has compressed with it. */
export function packProperties(
	{ properties, name }: PackedContent,
	{ uuid, distinctId }: EventIdentity,
): Uint8Array {
	const json = JSON.stringify(name === undefined ? properties : [name, properties])
		.replaceAll(JSON.stringify(uuid), UUID_MARK)
		.replaceAll(JSON.stringify(distinctId), DISTINCT_ID_MARK);
	const frame = callOf(compressors, NEWEST_DICTIONARY, lastingCompress)(Buffer.from(json));
	const column = Buffer.allocUnsafe(frame.length + 1);
	column.writeUInt8(NEWEST_DICTIONARY);
	frame.copy(column, 1);
	return column;
}

/**
 * @param identity Looked at only where a property repeats it.
 * @param needed Properties without which nothing is asked of an event: it then seems to have none.
 * @throws {DamagedFileError} When the column is none that `packProperties()` made.
 */
export function unpackContent(
	column: Uint8Array,
	identity: EventIdentity,
	needed: readonly string[] = [],
): UnpackedContent {
	return readContent(column, (packed) => {
		const whole = packed
			.replaceAll(DISTINCT_ID_MARK, () => JSON.stringify(identity.distinctId))
			.replaceAll(UUID_MARK, () => JSON.stringify(identity.uuid));
		// Most of the time goes into what JSON becomes.
		const json = needed.every((key) => whole.includes(JSON.stringify(key))) ? whole : "{}";
		// Written by `packProperties()`.
		const content = JSON.parse(json) as Properties | readonly [string, Properties];
		if (!isNamed(content)) return { name: undefined, properties: content, json };
		const [name, properties] = content;
		return { name, properties, json: json.slice(`[${JSON.stringify(name)},`.length, -"]".length) };
	});
}

/** Of a row of `events`. */
export function propertiesColumn({ properties }: Record<string, unknown>): Uint8Array {
	if (properties instanceof Uint8Array) return properties;
	throw new DamagedFileError("The properties of an event are no bytes");
}

export function unpackProperties(column: Uint8Array, identity: EventIdentity): Properties {
	return unpackContent(column, identity).properties;
}

function isNamed(
	content: Properties | readonly [string, Properties],
): content is readonly [string, Properties] {
	return Array.isArray(content);
}

function readContent<Content>(column: Uint8Array, parse: (packed: string) => Content): Content {
	try {
		const call = callOf(decompressors, column[0] ?? 0, lastingDecompress);
		return parse(call(column.subarray(1)).toString());
	} catch (error) {
		// Half a frame may wait in it for its other half.
		decompressors.delete(column[0] ?? 0);
		throw new DamagedFileError("The properties of an event cannot be read", { cause: error });
	}
}

const compressors = new Map<number, ZstdCall>();
const decompressors = new Map<number, ZstdCall>();

function callOf(
	calls: Map<number, ZstdCall>,
	number: number,
	create: (dictionary: Uint8Array) => ZstdCall,
): ZstdCall {
	const known = calls.get(number);
	if (known !== undefined) return known;
	const dictionary = PROPERTY_DICTIONARIES.get(number);
	if (dictionary === undefined) throw new RangeError(`There is no dictionary ${number}`);
	const call = create(dictionary);
	calls.set(number, call);
	return call;
}
