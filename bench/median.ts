/** @throws {RangeError} When the list is empty. */
export function median(values: readonly number[]): number {
	const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
	if (middle === undefined) throw new RangeError("A median needs at least one value");
	return middle;
}
