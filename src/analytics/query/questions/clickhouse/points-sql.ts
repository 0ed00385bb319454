import type { LocalRange } from "../../figures/local-range.ts";

/** SQL of whether a time lies in the range, and of the point that it belongs to if so. */
export function pointsSql({ from, to, starts }: LocalRange) {
	return {
		isInRange: (time: string): string => `${time} >= ${from} AND ${time} < ${to}`,
		pointOf: (time: string): string =>
			`roundDown(${time}, CAST([${starts.join(", ")}] AS Array(Int64)))`,
	};
}
