import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { withValues } from "./with-values.ts";

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
				(current) => withValues(current, { [name]: value === fallback ? undefined : value }),
				{ replace: true, preventScrollReset: true },
			),
		[name, fallback, changeAddress],
	);
	return [params.get(name) ?? fallback, set];
}

/**
 * What is written into a search field, and into the address with it.
 *
 * The field is ahead of the address: a navigation may wait for other work, and a field that
 * waits for it would lose letters.
 */
export function useSearchText(): readonly [text: string, write: (text: string) => void] {
	const [shown, show] = useParameter("search");
	const [text, setText] = useState(shown);
	return [
		text,
		(text) => {
			setText(text);
			show(text);
		},
	];
}
