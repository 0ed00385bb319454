/** Something that a page names instead of writing it: `<Card title="A">`, `::card{title="A"}`, `{{< card >}}`. */
export interface Component {
	/** As the author spells it. */
	readonly name: string;
	/** Texts; what only a program could work out is left out. */
	readonly props: Readonly<Record<string, string>>;
}
