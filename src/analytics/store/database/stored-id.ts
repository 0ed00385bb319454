import { withHyphens } from "../../../platform/format-uuid.ts";

/** A UUID as sixteen bytes. @param uuid Lower case, with hyphens. */
export function storedUuid(uuid: string): Uint8Array {
	return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** The text that `storedUuid()` was given. */
export function readUuid(stored: unknown): string {
	// A column of sixteen bytes, of a STRICT table.
	const bytes = stored as Uint8Array;
	return withHyphens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex"));
}

/** A number in a column that may be empty. */
export function numberOf(column: unknown): number | undefined {
	return typeof column === "number" ? column : undefined;
}
