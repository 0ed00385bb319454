/** A time as answers have it. */
export function isoTime(time: number): string;
export function isoTime(time: number | null | undefined): string | null;
export function isoTime(time: number | null | undefined): string | null {
	return time == null ? null : new Date(time).toISOString();
}
