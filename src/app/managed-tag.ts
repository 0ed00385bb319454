import type { HeadTag } from "../shared/page/head.ts";

/** Marks the tags in `<head>` that belong to the page and change with it. */
export const MANAGED_MARK = "data-page-head";

/** A tag, for HTML and for the DOM. */
export interface ManagedTag {
	readonly name: "meta" | "link";
	readonly attributes: Readonly<Record<string, string>>;
}

/** Turns a head tag into an element, equal on the server and in the browser. */
export function managedTag({ tag, ...values }: HeadTag): ManagedTag {
	return { name: tag, attributes: { ...values, [MANAGED_MARK]: "" } };
}
