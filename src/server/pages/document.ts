import {
	assetsForPage,
	type BuildManifest,
	type PageAssets,
} from "../../shared/builds/build-manifest.ts";
import type { DocumentSource } from "../../shared/page/document-source.ts";
import type { ErrorPayload, PagePayload } from "../../shared/page/payload.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { Revision } from "../content/revision.ts";
import { configIn, frameIdOf } from "../content/site-config.ts";
import { siteIconPath } from "./site-icon.ts";

/**
 * Collects the input for rendering the document of a page or an error, for any query.
 *
 * The markup contains the body once. Its payload has no body: hydration reads it from the markup.
 */
export function documentSource(
	{ manifest, revision }: { readonly manifest: BuildManifest; readonly revision: Revision },
	payload: PagePayload | ErrorPayload,
	machineHead: string,
): DocumentSource {
	const locale = payload.kind === "page" ? payload.page.locale : payload.locale;
	// Links to another language load a document, so the language of a tab never changes.
	const { public: config, look: frame } = configIn(revision.config, locale);
	const { look } = frame;
	const { html, payload: bodiless } = takeBody(withholdPage(payload));
	return {
		assets: assetsOf(manifest, bodiless),
		sheets: manifest.sheets ?? {},
		state: {
			config,
			buildId: manifest.buildId,
			revisionId: revision.id,
			frameId: frameIdOf(revision.config),
			icon: look.icon ?? urlPath(config.basePath, siteIconPath(revision.files)),
			payload: bodiless,
		},
		html,
		machineHead,
		look,
	};
}

/**
 * All visitors get the same document. It omits the content of a page behind a feature flag: the
 * browser fetches the content when it knows the visitor's flags.
 */
function withholdPage(payload: PagePayload | ErrorPayload): PagePayload | ErrorPayload {
	if (payload.kind === "error" || payload.page.flag === undefined) return payload;
	const { id, path, layout, middleware, colorMode, robots, flag, locale } = payload.page;
	const page = {
		...{ path, layout, middleware, colorMode, robots, flag, locale },
		// The id of a module would make the app show the module.
		id: id === "index" ? id : "page",
		title: titleOfPath(path),
		hasHeading: false,
		headings: [],
		isWithheld: true as const,
	};
	return { ...payload, page };
}

function assetsOf(manifest: BuildManifest, payload: PagePayload | ErrorPayload): PageAssets {
	if (payload.kind === "error") return manifest.entry;
	const { id, layout, components = [], styles: own = [] } = payload.page;
	const { scripts, styles } = assetsForPage(
		manifest,
		id,
		`layouts/${layout}`,
		...components.map((name) => `components/${name}`),
	);
	return { scripts, styles: [...new Set([...styles, ...own])] };
}

function takeBody(payload: PagePayload | ErrorPayload): {
	readonly html: string | undefined;
	readonly payload: PagePayload | ErrorPayload;
} {
	if (payload.kind === "error") {
		const { html, ...error } = payload;
		return { html, payload: error };
	}
	const { html, ...page } = payload.page;
	return { html, payload: { ...payload, page } };
}
