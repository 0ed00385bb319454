import { decodeLeniently } from "../../../shared/decode-leniently.ts";
import { isRecord } from "../../../shared/is-record.ts";

/** An unchecked map of an API description: readers ignore values that they do not understand. */
export type JsonMap = Readonly<Record<string, unknown>>;

export function mapOf(value: unknown): JsonMap {
	return isRecord(value) ? value : {};
}

export function entriesOf(value: unknown): readonly [string, unknown][] {
	return Object.entries(mapOf(value));
}

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
	return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Follows a JSON pointer, such as `/paths/~1pets/get`. @returns `undefined` without a value. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
	let value = root;
	for (const segment of pointer.split("/").slice(1)) {
		const key = nameOfSegment(segment);
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
		value = Reflect.get(value, key);
	}
	return value;
}

export function nameOfSegment(segment: string): string {
	return decodeLeniently(segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
