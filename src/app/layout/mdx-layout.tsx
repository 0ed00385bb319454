import type { ReactElement, ReactNode } from "react";

/** Wraps a page in MDX with the styles of a page in Markdown. */
export function MdxLayout({ children }: { readonly children: ReactNode }): ReactElement {
	return (
		<article className="article">
			<div className="content">{children}</div>
		</article>
	);
}
