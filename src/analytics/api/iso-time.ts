/** A time in ISO 8601, as in responses. @param time Milliseconds since the Unix epoch. */
export function isoTime(time: number): string;
export function isoTime(time: number | null | undefined): string | null;
export function isoTime(time: number | null | undefined): string | null {
	return time == null ? null : new Date(time).toISOString();
}
