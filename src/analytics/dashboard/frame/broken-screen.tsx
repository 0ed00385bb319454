import type { ReactElement } from "react";
import { useRouteError } from "react-router";

/** A screen that could not be loaded or shown. The others still can. */
export function BrokenScreen(): ReactElement {
	const error = useRouteError();
	return (
		<div className="notice notice-danger" role="alert">
			<h1 tabIndex={-1}>This screen could not be loaded</h1>
			<p>{error instanceof Error ? error.message : String(error)}</p>
			<p>A newer version may have been installed since this tab was opened.</p>
			<button type="button" className="button" onClick={() => location.reload()}>
				Reload
			</button>
		</div>
	);
}
