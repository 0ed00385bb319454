import { withHyphens } from "../../../platform/format-uuid.ts";

/** Converts a UUID to sixteen bytes. @param uuid Lower case, with hyphens. */
export function storedUuid(uuid: string): Uint8Array {
	return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** Converts the bytes of `storedUuid()` back to its text. */
export function readUuid(stored: unknown): string {
	// The column has sixteen bytes and its table is STRICT.
	const bytes = stored as Uint8Array;
	return withHyphens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex"));
}

/** Reads a number column that can be null. */
export function numberOf(column: unknown): number | undefined {
	return typeof column === "number" ? column : undefined;
}
