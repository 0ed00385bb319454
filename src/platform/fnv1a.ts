/**
 * Computes the 32-bit FNV-1a hash of the UTF-16 code units of a text: fast, but not cryptographic.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function fnv1a(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash;
}
