/**
 * Puts a typing mistake into the longest word of a text: a letter is missing, swapped with the
 * next one, added, or replaced. A word of fewer than four letters stays unchanged.
 *
 * @param choice Selects the mistake and its position.
 */
export function withMistake(text: string, choice: number): string {
	const words = text.split(" ");
	const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
	if (longest.length < 4) return text;
	const at = 1 + ((choice * 7 + longest.length) % (longest.length - 2));
	const [start, rest] = [longest.slice(0, at), longest.slice(at)];
	const wrong = [
		start + rest.slice(1),
		`${start}${rest[1] ?? ""}${rest[0]}${rest.slice(2)}`,
		`${start}x${rest}`,
		`${start}e${rest.slice(1)}`,
	][choice % 4];
	return words.map((word) => (word === longest ? wrong : word)).join(" ");
}
