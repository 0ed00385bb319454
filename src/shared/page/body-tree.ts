/** A body with components of the site folder, as JSON: React makes one tree of it, so that contexts reach them. */
export type BodyNode = string | BodyElement | BodyComponent;

/** An element of HTML; one without a component inside has its content as HTML. */
export interface BodyElement {
	/** In lower case. */
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly html?: string;
	readonly children?: readonly BodyNode[];
}

export interface BodyComponent {
	/** Of the file, without its extension. */
	readonly component: string;
	/** JSON. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly children: readonly BodyNode[];
}
