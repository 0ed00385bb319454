import { formatUuid } from "../../platform/format-uuid.ts";

/**
 * Creates a UUID that sorts by time.
 *
 * @param timestamp Milliseconds since the Unix epoch.
 * @param random Ten bytes.
 * @see RFC 9562, section 5.7
 */
export function uuidV7(timestamp: number, random: Uint8Array): string {
	const bytes = Buffer.allocUnsafe(16);
	bytes.writeUIntBE(timestamp, 0, 6);
	bytes.set(random, 6);
	return formatUuid(bytes, 7);
}
