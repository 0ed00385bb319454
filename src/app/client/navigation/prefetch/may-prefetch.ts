/**
 * Prefetching costs what the visitor may have to pay for, or wait for.
 *
 * Asked each time: a phone changes its line under way. Not all browsers have it, and TypeScript
 * knows of none: it is read as what it is, unknown.
 */
export function mayPrefetch(navigator: object): boolean {
	const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
	const { effectiveType, saveData } = Object(connection);
	return saveData !== true && effectiveType !== "slow-2g" && effectiveType !== "2g";
}
