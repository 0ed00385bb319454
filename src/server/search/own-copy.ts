/**
 * A string that is cut out of another keeps all of that other in memory: one that is kept for longer
 * is copied.
 */
export function ownCopy(text: string): string {
	return ` ${text}`.slice(1);
}
