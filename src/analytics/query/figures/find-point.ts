import type { LocalRange } from "./local-range.ts";

/**
 * @returns What finds the number of the point that a moment lies in; `undefined` outside of the range.
 */
export function createPointFinder({
	from,
	to,
	starts,
}: Pick<LocalRange, "from" | "to" | "starts">): (time: number) => number | undefined {
	let index = 0;
	return (time) => {
		if (!(time >= from && time < to)) return undefined;
		// Rows come in order of time: mostly it is the point of the one before.
		while (index > 0 && (starts[index] as number) > time) index -= 1;
		while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= time) index += 1;
		return index;
	};
}
