import type { ReactElement } from "react";
import { errorHeading, type PageError } from "../../shared/page/errors.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface ErrorPageProps {
	readonly error: PageError;
}

/** What is shown in a page's place: the status, what went wrong, and the way home. */
export function ErrorPage({ error }: ErrorPageProps): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<div className="error-page">
			<p className="error-status">{error.status}</p>
			<h1>{errorHeading(error)}</h1>
			<p className="error-message">{error.message}</p>
			<p>{error.description}</p>
			<p>
				<a className="button" href={urlPath(basePath, "/")}>
					Go to the home page
				</a>
			</p>
		</div>
	);
}
