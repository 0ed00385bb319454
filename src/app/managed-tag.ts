import type { HeadTag } from "../shared/page/head.ts";

/** Marks the tags in `<head>` that belong to the page and change with it. */
export const MANAGED_MARK = "data-page-head";

/** A tag as markup and DOM both need it. */
export interface ManagedTag {
	readonly name: "meta" | "link";
	readonly attributes: Readonly<Record<string, string>>;
}

/** The element that stands for a head tag: the same on the server as in the browser. */
export function managedTag({ tag, ...values }: HeadTag): ManagedTag {
	return { name: tag, attributes: { ...values, [MANAGED_MARK]: "" } };
}
