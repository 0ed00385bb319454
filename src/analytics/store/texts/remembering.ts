/** @returns A function that makes what a key stands for once, for as long as the function itself is kept. */
export function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return (key) => {
		const remembered = known.get(key);
		if (remembered !== undefined) return remembered;
		const value = make(key);
		known.set(key, value);
		return value;
	};
}
