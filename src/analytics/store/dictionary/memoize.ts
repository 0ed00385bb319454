/** @returns `make` with a cache that has no limit and lives as long as the function. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return (key) => {
		const remembered = known.get(key);
		if (remembered !== undefined) return remembered;
		const value = make(key);
		known.set(key, value);
		return value;
	};
}
