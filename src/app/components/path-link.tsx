import type { AnchorHTMLAttributes, ReactElement } from "react";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface PathLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
	/** Decoded, without base path. */
	readonly path: string;
	/** Whether the browser loads the target as a document. */
	readonly "data-file"?: boolean;
}

/** A link to a page of the site. The app handles clicks on all links globally. */
export function PathLink({ path, children, ...attributes }: PathLinkProps): ReactElement {
	return (
		<a {...attributes} href={urlPath(useRuntimeConfig().basePath, path)}>
			{children}
		</a>
	);
}
