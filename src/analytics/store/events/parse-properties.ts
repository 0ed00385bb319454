import { DamagedFileError } from "../database/damage.ts";
import type { Properties } from "../new-event.ts";

/**
 * Parses the column `properties` of an event's row.
 *
 * @throws {DamagedFileError} When the column is not JSON: the event writer always writes JSON.
 */
export function parseProperties(column: unknown): Properties {
	try {
		return JSON.parse(String(column)) as Properties;
	} catch (error) {
		throw new DamagedFileError("The properties of an event cannot be read", { cause: error });
	}
}

/**
 * Text of a property, as questions compare it.
 *
 * @returns A string unchanged, any other value as JSON, and `undefined` for null or an absent property.
 */
export function propertyText(value: unknown): string | undefined {
	if (value === null) return undefined;
	return typeof value === "string" ? value : JSON.stringify(value);
}
