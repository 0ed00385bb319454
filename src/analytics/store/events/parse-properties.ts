import { DamagedFileError } from "../database/damage.ts";
import type { Properties } from "../new-event.ts";

/**
 * Parses the column `properties` of an event's row.
 *
 * @throws {DamagedFileError} When the column is not JSON, as the event writer writes it.
 */
export function parseProperties(column: unknown): Properties {
	try {
		return JSON.parse(String(column)) as Properties;
	} catch (error) {
		throw new DamagedFileError("The properties of an event cannot be read", { cause: error });
	}
}
