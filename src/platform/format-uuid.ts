/**
 * Writes a version into sixteen bytes, and formats them as a UUID.
 *
 * @see RFC 9562, section 4
 */
export function formatUuid(bytes: Buffer, version: 4 | 5 | 7 | 8): string {
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return withHyphens(bytes.toString("hex"));
}

export function withHyphens(hex: string): string {
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
