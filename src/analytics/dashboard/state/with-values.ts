/** @returns The address with other values in it; whatever else it says stays. `undefined` removes a name. */
export function withValues(
	params: URLSearchParams,
	values: Readonly<Record<string, string | readonly string[] | undefined>>,
): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const [name, value = []] of Object.entries(values)) {
		next.delete(name);
		for (const one of [value].flat()) next.append(name, one);
	}
	return next;
}
