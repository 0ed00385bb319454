import { useCallback } from "react";
import { useAddress } from "./use-address.ts";

/**
 * One value that stands in the address, such as which tab is open.
 *
 * @returns The value, and what sets it; setting the fallback takes it out of the address.
 */
export function useParameter(
	name: string,
	fallback = "",
): readonly [value: string, set: (value: string) => void] {
	const [params, changeAddress] = useAddress();
	const set = useCallback(
		(value: string) =>
			changeAddress(
				(current) => {
					const next = new URLSearchParams(current);
					if (value === fallback) next.delete(name);
					else next.set(name, value);
					return next;
				},
				{ replace: true, preventScrollReset: true },
			),
		[name, fallback, changeAddress],
	);
	return [params.get(name) ?? fallback, set];
}
