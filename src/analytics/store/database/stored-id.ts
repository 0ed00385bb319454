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
	const hex = Buffer.from(stored.buffer, stored.byteOffset, stored.length).toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A number in a column that may be empty. */
export function numberOf(column: unknown): number | undefined {
	return typeof column === "number" ? column : undefined;
}
