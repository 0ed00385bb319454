/** @returns The URL parameters with these values; others are unchanged. `undefined` removes a parameter. */
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
