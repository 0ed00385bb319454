import { isRecord } from "../../shared/is-record.ts";

/** A map of a foreign configuration: any part may be missing or have another type. */
export type DataMap = Readonly<Record<string, unknown>>;

/** Marks a part of a script that cannot be read without running it; also the key of an unreadable spread. */
export const UNREADABLE = Symbol("unreadable");

/** Whether the value at a path, or a part of it, is code. */
export function isUnreadable(value: unknown, key: string): boolean {
	const { [key]: found, ...others } = map(value);
	if (found === undefined) return UNREADABLE in others;
	return found === UNREADABLE || typeof found === "function" || list(found).includes(UNREADABLE);
}

/** @returns The value at a path with dots between its keys; without a path, the value itself. */
export function at(value: unknown, path?: string): unknown {
	const keys = path?.split(".") ?? [];
	return keys.reduce<unknown>((current, key) => map(current)[key], value);
}

/** @returns The first text at one of the paths that is not blank, trimmed. */
export function text(value: unknown, ...paths: readonly string[]): string | undefined {
	for (const path of paths.length === 0 ? [undefined] : paths) {
		const found = at(value, path);
		if (typeof found === "string" && found.trim() !== "") return found.trim();
	}
	return undefined;
}

/** @returns The texts in a list; one text counts as a list of one. */
export function texts(value: unknown, path?: string): readonly string[] {
	return [at(value, path)].flat().flatMap((entry) => text(entry) ?? []);
}

/** @returns The list at the path; an empty list for any other value. */
export function list(value: unknown, path?: string): readonly unknown[] {
	const found = at(value, path);
	return Array.isArray(found) ? found : [];
}

/** @returns The map at the path; an empty map for any other value. */
export function map(value: unknown, path?: string): DataMap {
	const found = path === undefined ? value : at(value, path);
	return isRecord(found) ? found : {};
}
