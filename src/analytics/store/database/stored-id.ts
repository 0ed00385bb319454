import { withHyphens } from "../../../platform/format-uuid.ts";
import { isUuid } from "../../wire/is-uuid.ts";

/** A UUID as sixteen bytes. @param uuid Lower case, with hyphens. */
export function storedUuid(uuid: string): Uint8Array {
	return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** Anonymous distinct ids are UUIDs and take less than half the room as bytes; others stay text. */
export function storedId(distinctId: string): Uint8Array | string {
	return isUuid(distinctId) ? storedUuid(distinctId) : distinctId;
}

/** The text that `storedId()` or `storedUuid()` was given. */
export function readStoredId(stored: unknown): string {
	if (!(stored instanceof Uint8Array)) return String(stored);
	return withHyphens(Buffer.from(stored.buffer, stored.byteOffset, stored.length).toString("hex"));
}

/** A number in a column that may be empty. */
export function numberOf(column: unknown): number | undefined {
	return typeof column === "number" ? column : undefined;
}
