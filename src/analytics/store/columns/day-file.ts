import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { SealedProperty } from "./build-properties.ts";
import {
	type Coded,
	type Codes,
	type DayColumns,
	EVENT_TEXTS,
	type EventText,
	type SessionTable,
} from "./day-columns.ts";

/** Increment it with every change of the format: other versions are built again. */
const FORMAT = 2;
/** Aligns every typed array. */
const ALIGNMENT = 8;
/** Length and checksum of the head, 4 bytes each. */
const PREFIX_BYTES = 8;
const MAX_HEAD_BYTES = 1_000_000;

const ARRAYS = {
	u8: Uint8Array,
	u16: Uint16Array,
	u32: Uint32Array,
	f64: Float64Array,
	/** JSON list of texts. */
	texts: Uint8Array,
} as const;
type Kind = keyof typeof ARRAYS;

interface Section {
	readonly kind: Kind;
	/** Bytes from the end of the head. */
	readonly at: number;
	readonly bytes: number;
	readonly crc: number;
}

interface Head {
	readonly format: number;
	readonly day: number;
	/** Stamp of the day when the file was written. */
	readonly stamp: number;
	readonly count: number;
	readonly sessions: number;
	readonly visitors: number;
	readonly sections: Readonly<Record<string, Section>>;
	/** Properties without a column, because most values are different. */
	readonly unsealed: readonly string[];
}

const SESSION_TEXTS = ["entry_page", "exit_page", ...VISIT_TRAITS];

/** Writes a day to a temporary file, syncs it, and renames it: a reader never sees a part of a file. */
export function writeDay(
	path: string,
	day: DayColumns,
	{
		stamp,
		properties,
	}: {
		readonly stamp: number;
		readonly properties: readonly SealedProperty[];
	},
): void {
	const parts: Uint8Array[] = [];
	const sections: Record<string, Section> = {};
	let at = 0;
	const add = (name: string, kind: Kind, array: ArrayBufferView): void => {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		sections[name] = { kind, at, bytes: bytes.length, crc: crc32(bytes) };
		const padding = paddingOf(bytes.length);
		parts.push(bytes, new Uint8Array(padding));
		at += bytes.length + padding;
	};
	const addCodes = (name: string, codes: Codes): void =>
		add(name, `u${(codes.BYTES_PER_ELEMENT * 8) as 8 | 16 | 32}`, codes);
	const addCoded = (name: string, { codes, texts }: Coded): void => {
		addCodes(name, codes);
		add(`${name} texts`, "texts", Buffer.from(JSON.stringify(texts.slice(1))));
	};
	const { sessionTable: table } = day;
	add("times", "u32", day.times);
	add("ids", "u32", day.ids);
	addCodes("sessions", day.sessions);
	for (const name of EVENT_TEXTS) addCoded(name, day.text(name));
	addCoded("view_page", day.viewPages());
	add("session numbers", "f64", table.numbers);
	add("session visitors", "u32", table.visitors);
	add("session starts", "f64", table.startedAt);
	add("session durations", "f64", table.durations);
	add("session views", "u32", table.views);
	for (const name of SESSION_TEXTS) addCoded(`session ${name}`, table.text(name));
	for (const { name, column } of properties) {
		if (column !== undefined) addCoded(`property ${name}`, column);
	}
	const head: Head = {
		format: FORMAT,
		day: day.day,
		stamp,
		count: day.count,
		sessions: table.size,
		visitors: table.visitorCount,
		sections,
		unsealed: properties.flatMap(({ name, column }) => (column === undefined ? [name] : [])),
	};
	writeFile(path, head, parts);
}

function writeFile(path: string, head: Head, parts: readonly Uint8Array[]): void {
	const text = Buffer.from(JSON.stringify(head));
	const prefix = new Uint32Array([text.length, crc32(text)]);
	const temporary = `${path}.${randomUUID()}.tmp`;
	const file = openSync(temporary, "wx", 0o600);
	try {
		const padding = new Uint8Array(paddingOf(PREFIX_BYTES + text.length));
		const bytes = Buffer.concat([new Uint8Array(prefix.buffer), text, padding, ...parts]);
		for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
		fsyncSync(file);
		closeSync(file);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}

/**
 * Opens the file of a day. Reads each column on first use, and checks it.
 *
 * @param build Builds the day from its rows, for columns that the file lacks or that are damaged.
 * @returns `undefined` for a missing, damaged or outdated file, or a file of another format.
 */
export function openDay(
	path: string,
	wanted: Pick<Head, "day" | "stamp">,
	build: () => DayColumns,
): DayColumns | undefined {
	const file = readHead(path);
	return file !== undefined && isOf(file, wanted) ? new SealedDay(path, file, build) : undefined;
}

/** Whether a file has the current format and stamp of its day. */
export function hasStamp(path: string, wanted: Pick<Head, "day" | "stamp">): boolean {
	const file = readHead(path);
	return file !== undefined && isOf(file, wanted);
}

function isOf({ head }: OpenFile, wanted: Pick<Head, "day" | "stamp">): boolean {
	return head.day === wanted.day && head.stamp === wanted.stamp;
}

class SealedDay implements DayColumns {
	readonly day: number;
	readonly count: number;
	readonly sessionTable: SessionTable;
	readonly #file: OpenFile;
	readonly #path: string;
	readonly #build: () => DayColumns;
	readonly #unsealed: ReadonlySet<string>;
	readonly #known = new Map<string, unknown>();

	constructor(path: string, file: OpenFile, build: () => DayColumns) {
		const { day, count, unsealed } = file.head;
		this.day = day;
		this.count = count;
		this.#path = path;
		this.#file = file;
		this.#unsealed = new Set(unsealed);
		this.#build = () => this.#once("built day", build);
		this.sessionTable = this.#sessions(file.head);
	}

	get times(): Uint32Array {
		return this.#array("times", ({ times }) => times);
	}

	get ids(): Uint32Array {
		return this.#array("ids", ({ ids }) => ids);
	}

	get sessions(): Codes {
		return this.#array("sessions", ({ sessions }) => sessions);
	}

	text(name: EventText): Coded {
		return this.#coded(name, (built) => built.text(name));
	}

	viewPages(): Coded {
		return this.#coded("view_page", (built) => built.viewPages());
	}

	property(name: string): Coded {
		const section = `property ${name}`;
		const isAbsent = !(section in this.#file.head.sections) && !this.#unsealed.has(name);
		if (isAbsent) return { codes: new Uint8Array(this.count), texts: [undefined] };
		return this.#coded(section, (built) => built.property(name));
	}

	#sessions({ sessions: size, visitors: visitorCount }: Head): SessionTable {
		const array = this.#array.bind(this);
		const coded = this.#coded.bind(this);
		return {
			size,
			visitorCount,
			get numbers() {
				return array("session numbers", ({ sessionTable }) => sessionTable.numbers);
			},
			get visitors() {
				return array("session visitors", ({ sessionTable }) => sessionTable.visitors);
			},
			get startedAt() {
				return array("session starts", ({ sessionTable }) => sessionTable.startedAt);
			},
			get durations() {
				return array("session durations", ({ sessionTable }) => sessionTable.durations);
			},
			get views() {
				return array("session views", ({ sessionTable }) => sessionTable.views);
			},
			text: (name) => coded(`session ${name}`, ({ sessionTable }) => sessionTable.text(name)),
		};
	}

	#coded(name: string, ofBuilt: (built: DayColumns) => Coded): Coded {
		return this.#once(name, () => {
			const codes = this.#read(name);
			const texts = this.#read(`${name} texts`);
			if (codes === undefined || texts === undefined) return ofBuilt(this.#build());
			const list: readonly string[] = JSON.parse(Buffer.from(texts.buffer).toString());
			// The writer wrote codes of this section.
			return { codes: codes as Codes, texts: [undefined, ...list] };
		});
	}

	#array<Of extends Codes | Float64Array>(name: string, ofBuilt: (built: DayColumns) => Of): Of {
		// The writer wrote an array of this type.
		return this.#once(name, () => (this.#read(name) as Of | undefined) ?? ofBuilt(this.#build()));
	}

	/** @returns `undefined` if the section is missing or damaged, or if another file has replaced this one. */
	#read(name: string): Codes | Float64Array | undefined {
		const section = this.#file.head.sections[name];
		const bytes = section && readSection(this.#path, this.#file, section);
		return section && bytes && new ARRAYS[section.kind](bytes.buffer);
	}

	#once<Value>(name: string, make: () => Value): Value {
		if (!this.#known.has(name)) this.#known.set(name, make());
		// Each name has values of one type.
		return this.#known.get(name) as Value;
	}
}

interface OpenFile {
	readonly head: Head;
	/** Length and checksum of the head: they identify the file. */
	readonly prefix: Buffer;
	/** Bytes before the first section. */
	readonly end: number;
}

function readHead(path: string): OpenFile | undefined {
	return withFile(path, (file) => {
		const prefix = readAt(file, 0, PREFIX_BYTES);
		if (prefix === undefined) return undefined;
		const length = prefix.readUInt32LE(0);
		const text = length > MAX_HEAD_BYTES ? undefined : readAt(file, PREFIX_BYTES, length);
		if (text === undefined || crc32(text) !== prefix.readUInt32LE(4)) return undefined;
		// The checksum shows that this module wrote it.
		const head = JSON.parse(text.toString()) as Head;
		const end = PREFIX_BYTES + length;
		return head.format === FORMAT ? { head, prefix, end: end + paddingOf(end) } : undefined;
	});
}

function readSection(path: string, { prefix, end }: OpenFile, { at, bytes, crc }: Section) {
	return withFile(path, (file) => {
		if (readAt(file, 0, PREFIX_BYTES)?.equals(prefix) !== true) return undefined;
		const section = readAt(file, end + at, bytes);
		return section !== undefined && crc32(section) === crc ? section : undefined;
	});
}

/** @returns `undefined` if the file is missing or unreadable: its day is built from the rows. */
function withFile<Result>(path: string, read: (file: number) => Result): Result | undefined {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return undefined;
	}
	try {
		return read(file);
	} finally {
		closeSync(file);
	}
}

/** @returns Bytes with a buffer of their own, or `undefined` if the file is shorter. */
function readAt(file: number, at: number, length: number): Buffer<ArrayBuffer> | undefined {
	const bytes = Buffer.allocUnsafeSlow(length);
	let read = 0;
	while (read < length) {
		const more = readSync(file, bytes, read, length - read, at + read);
		if (more === 0) return undefined;
		read += more;
	}
	return bytes;
}

function paddingOf(bytes: number): number {
	return -bytes & (ALIGNMENT - 1);
}
