import type { LocalRange } from "./local-range.ts";

/**
 * @returns A function that finds the index of a time's point; `undefined` outside of the range.
 */
export function createPointFinder({
	from,
	to,
	starts,
}: Pick<LocalRange, "from" | "to" | "starts">): (time: number) => number | undefined {
	let index = 0;
	return (time) => {
		if (!(time >= from && time < to)) return undefined;
		// Rows are in the order of time: mostly the point is the one of the row before.
		while (index > 0 && (starts[index] as number) > time) index -= 1;
		while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= time) index += 1;
		return index;
	};
}
