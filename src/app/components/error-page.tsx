import type { ReactElement } from "react";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";
import type { PageLink } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface ErrorPageProps {
	readonly error: PageError;
	/** Pages that may have been meant. */
	readonly nearest?: readonly PageLink[] | undefined;
}

/** What is shown in a page's place: the status, what went wrong, and the way home. */
export function ErrorPage({ error, nearest = [] }: ErrorPageProps): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<div className="error-page">
			<p className="error-status">{error.status}</p>
			<h1>{errorHeading(error)}</h1>
			<p className="error-message">{error.message}</p>
			<p>{error.description}</p>
			{nearest.length > 0 && (
				<nav aria-labelledby="nearest-pages">
					<p id="nearest-pages">Pages with a similar address:</p>
					<ul>
						{nearest.map(({ path, title }) => (
							<li key={path}>
								<a href={urlPath(basePath, path)}>{title || path}</a> ({path})
							</li>
						))}
					</ul>
				</nav>
			)}
			<p>
				<a className="button" href={urlPath(basePath, "/")}>
					Go to the home page
				</a>
			</p>
		</div>
	);
}
