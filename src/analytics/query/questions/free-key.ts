/** @returns A key for a name, which no other has: `Team signup` → `team-signup`. */
export function freeKey(name: string, isTaken: (key: string) => boolean): string {
	const plain = name
		.normalize("NFKD")
		.replaceAll(/\p{M}+/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-+|-+$/g, "")
		.slice(0, 50);
	const base = plain === "" ? "saved" : plain;
	let key = base;
	for (let number = 2; isTaken(key); number += 1) key = `${base}-${number}`;
	return key;
}
