import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { withValues } from "./with-values.ts";

export interface AddressChange {
	/** Whether the change replaces the current history entry. */
	readonly replace?: boolean;
	readonly preventScrollReset?: boolean;
}

/**
 * The URL parameters, and a function that changes them.
 *
 * A change renders synchronously, before the browser dispatches another event. Otherwise the
 * router renders navigations later: a second change before that would start from the old
 * parameters, and undo the first change.
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
 * A URL parameter, such as the name of the open tab.
 *
 * @returns The value and its setter; setting the fallback removes the parameter.
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
 * Text of a search field, also stored in the URL.
 *
 * The field updates before the URL: a navigation may wait for other work, and a field that
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
