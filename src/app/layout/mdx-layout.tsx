import type { ReactElement, ReactNode } from "react";

/** Around a page in MDX: the styles of a page in Markdown. */
export function MdxLayout({ children }: { readonly children: ReactNode }): ReactElement {
	return (
		<article className="article">
			<div className="content">{children}</div>
		</article>
	);
}
