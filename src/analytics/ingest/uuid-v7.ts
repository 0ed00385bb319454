/**
 * A UUID that sorts by time.
 *
 * @param timestamp Milliseconds since the Unix epoch.
 * @param random Ten bytes.
 * @see RFC 9562, section 5.7
 */
export function uuidV7(timestamp: number, random: Uint8Array): string {
	const bytes = Buffer.allocUnsafe(16);
	bytes.writeUIntBE(timestamp, 0, 6);
	bytes.set(random, 6);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
