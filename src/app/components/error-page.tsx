import type { ReactElement } from "react";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";
import type { PageLink } from "../../shared/page/navigation.ts";
import { useWords } from "../runtime-config.ts";
import { PageBody } from "./page-body.tsx";
import { PathLink } from "./path-link.tsx";

export interface ErrorPageProps {
	readonly error: PageError;
	/** Pages with similar addresses. */
	readonly nearest?: readonly PageLink[] | undefined;
	/** The operator's own text, which replaces everything else. */
	readonly html?: string | undefined;
	/** The heading of that text, if it has none. */
	readonly title?: string | undefined;
}

/** The error page: status, message, description, and a link to the home page. */
export function ErrorPage({ error, nearest = [], html, title }: ErrorPageProps): ReactElement {
	const word = useWords();
	if (html !== undefined) {
		return <PageBody page={{ title: title ?? "", hasHeading: title === undefined, html }} />;
	}
	return (
		<div className="error-page">
			<p className="error-status">{error.status}</p>
			<h1>{word(errorHeading(error))}</h1>
			<p className="error-message">{error.message}</p>
			<p>{word(error.description)}</p>
			{nearest.length > 0 && (
				<nav aria-labelledby="nearest-pages">
					<p id="nearest-pages">{word("Pages with a similar address:")}</p>
					<ul>
						{nearest.map(({ path, title }) => (
							<li key={path}>
								<PathLink path={path}>{title || path}</PathLink> ({path})
							</li>
						))}
					</ul>
				</nav>
			)}
			<p>
				<PathLink className="button" path="/">
					{word("Go to the home page")}
				</PathLink>
			</p>
		</div>
	);
}
