import type { BuildManifest } from "../shared/build-manifest.ts";
import type { ErrorPayload, PagePayload } from "../shared/payload.ts";
import { urlPath } from "../shared/routes.ts";
import type { Revision } from "./content/revision.ts";
import type { Renderer } from "./renderer.ts";
import { siteIconPath } from "./site-icon.ts";

export interface DocumentSources {
	readonly renderer: Renderer;
	readonly manifest: BuildManifest;
	readonly revision: Revision;
}

/**
 * Renders the document of a page or an error.
 *
 * The body leaves the payload here and goes into the markup alone: the document carries it
 * once, and hydration takes it from there.
 */
export function renderDocument(
	{ renderer, manifest, revision }: DocumentSources,
	payload: PagePayload | ErrorPayload,
	query: string,
): string {
	const { html, payload: bodiless } = takeBody(payload);
	return renderer.renderDocument({
		state: {
			config: revision.config.public,
			buildId: manifest.buildId,
			revisionId: revision.id,
			icon: urlPath(revision.config.public.basePath, siteIconPath(revision.files)),
			pageAssets: manifest.pages,
			payload: bodiless,
		},
		html,
		query,
	});
}

function takeBody(payload: PagePayload | ErrorPayload): {
	readonly html: string | undefined;
	readonly payload: PagePayload | ErrorPayload;
} {
	if (payload.kind === "error") return { html: undefined, payload };
	const { html, ...page } = payload.page;
	return { html, payload: { ...payload, page } };
}
