import { useCallback } from "react";
import { useSearchParams } from "react-router";

export interface AddressChange {
	/** Whether it takes the place of the entry in the history. */
	readonly replace?: boolean;
	readonly preventScrollReset?: boolean;
}

/**
 * What stands in the address behind the path, and what changes it.
 *
 * A change is shown before the browser hands out another event. The router shows navigations
 * when there is time for them; a second change that is made until then would be worked out from
 * what the screen still shows, and take the first one back.
 */
export function useAddress(): readonly [
	params: URLSearchParams,
	change: (update: (current: URLSearchParams) => URLSearchParams, options?: AddressChange) => void,
] {
	const [params, setParams] = useSearchParams();
	const change = useCallback(
		(update: (current: URLSearchParams) => URLSearchParams, options: AddressChange = {}) =>
			setParams(update, { ...options, flushSync: true }),
		[setParams],
	);
	return [params, change];
}
