import type { ReactElement } from "react";
import { useRouteError } from "react-router";

/** A screen that could not be loaded or shown. The others still can. */
export function BrokenScreen(): ReactElement {
	const error = useRouteError();
	return (
		<div className="notice notice-danger" role="alert">
			<h1 tabIndex={-1}>This screen could not be shown</h1>
			<p>{error instanceof Error ? error.message : String(error)}</p>
			<p>A newer version may have been installed while this tab was open.</p>
			<button type="button" className="button" onClick={() => location.reload()}>
				Load it anew
			</button>
		</div>
	);
}
