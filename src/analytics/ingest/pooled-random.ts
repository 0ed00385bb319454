/** Some hundred ids: asking the system for that much costs as much as asking for one. */
const POOL_BYTES = 8_192;

/** The same randomness, fetched in larger amounts. No byte is given twice. */
export function pooledRandom(
	randomBytes: (size: number) => Uint8Array,
): (size: number) => Uint8Array {
	let pool: Uint8Array = new Uint8Array();
	let given = 0;
	return (size) => {
		if (given + size > pool.length) {
			pool = randomBytes(Math.max(POOL_BYTES, size));
			given = 0;
		}
		given += size;
		return pool.subarray(given - size, given);
	};
}
