import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import type { PageData, PagePayload } from "../../shared/page/payload.ts";
import type { PageOfParts, PageParts } from "../page-module.ts";
import { loadPageParts, pageParams } from "../pages/page-table.ts";
import type { RouteData } from "../route-data.ts";
import type { View } from "../view.ts";

export interface PageLoaderParts {
	readonly document: Document;
	readonly basePath: string;
}

export type LoadPage = (page: PageOfParts & Pick<PageData, "styles">) => Promise<PageParts>;

/** Loads the chunk of a page and its styles. */
export function createPageLoader({ document, basePath }: PageLoaderParts): LoadPage {
	return async (page) => {
		const hrefs = (page.styles ?? []).map((name) => `${basePath}/${ASSETS_FOLDER}/${name}`);
		const [parts] = await Promise.all([
			loadPageParts(page),
			...hrefs.map((href) => loadStyle(document, href)),
		]);
		return parts;
	};
}

/**
 * Creates the view of a page's payload.
 *
 * @throws When the page's chunk or one of its styles cannot be loaded.
 */
export async function viewOfPage(
	loadPage: LoadPage,
	payload: PagePayload,
	query: string,
): Promise<View> {
	const { routeData } = payload.page;
	const [parts, loaded] = await Promise.all([
		loadPage(payload.page),
		routeData === undefined ? undefined : decodeData(routeData, payload.rest),
	]);
	return { ...payload, ...parts, loaded, params: pageParams(payload.page), query };
}

/** Decodes the data of a page's routes. Its code is loaded on demand: pages without data do not need it. */
export async function decodeData(text: string, rest?: object): Promise<RouteData> {
	const { decodeRouteData } = await import("../route-data.ts");
	return decodeRouteData(text, rest);
}

/**
 * Adds a stylesheet, unless the document has it.
 *
 * @throws {Error} When it is missing, because its build is gone.
 */
async function loadStyle(page: Document, href: string): Promise<void> {
	const present = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
	if (present.some((link) => link.getAttribute("href") === href)) return;
	const link = linkTo(href, present);
	const settled = new Promise<void>((resolve, reject) => {
		link.addEventListener("load", () => resolve());
		link.addEventListener("error", () => {
			// The next attempt must not find it among the present stylesheets.
			link.remove();
			reject(new Error(`The stylesheet "${href}" could not be loaded`));
		});
	});
	page.head.append(link);
	await settled;
}

/** Clones a link of the server, so that the attributes are equal. */
function linkTo(href: string, [present]: readonly HTMLLinkElement[]): HTMLElement {
	const link = present?.cloneNode() as HTMLLinkElement;
	link.setAttribute("href", href);
	return link;
}
