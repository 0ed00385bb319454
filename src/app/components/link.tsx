import type { ReactElement } from "react";
import { Link as RouterLink, type LinkProps as RouterLinkProps } from "react-router";

export interface LinkProps extends RouterLinkProps {
	/**
	 * When data, loaders and code of the target are fetched before the click: never, when the visitor
	 * points at the link, when it is rendered, or when it can be seen. Absent: data of a visible link,
	 * the rest when the visitor points at it.
	 */
	readonly prefetch?: "none" | "intent" | "render" | "viewport";
}

/** React Router's link. Its own `prefetch` works in framework mode alone; here the client reads it. */
export function Link({ prefetch, ...props }: LinkProps): ReactElement {
	return <RouterLink {...props} data-prefetch={prefetch} />;
}
