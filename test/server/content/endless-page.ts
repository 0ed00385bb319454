/** A page of less than two megabytes that takes the parser minutes: each footnote is looked for among all. */
export function endlessPage(): string {
	return Array.from({ length: 75_000 }, (_, index) => `[^${index}] x\n\n[^${index}]: y\n`).join(
		"\n",
	);
}
