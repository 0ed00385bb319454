import { ASSETS_FOLDER } from "../../../shared/builds/build-manifest.ts";
import type { PageData } from "../../../shared/page/payload.ts";
import type { PageModule } from "../../page-module.ts";
import { PAGE_TABLE } from "../../pages/page-table.ts";
import { headElement } from "../head-element.ts";

export interface PageLoaderParts {
	readonly document: Document;
	readonly basePath: string;
}

export type LoadPage = (page: Pick<PageData, "id" | "styles">) => Promise<PageModule>;

/** Loads the chunk of a page and its styles. */
export function createPageLoader({ document, basePath }: PageLoaderParts): LoadPage {
	return async ({ id, styles = [] }) => {
		const entry = PAGE_TABLE.find((candidate) => candidate.id === id);
		// The server may run a newer build than this script.
		if (entry === undefined) throw new RangeError(`The page table has no page "${id}"`);
		const [module] = await Promise.all([entry.load(), loadStyles(document, basePath, styles)]);
		return module;
	};
}

/**
 * Adds the stylesheets of a page that the document does not have yet.
 *
 * @throws {Error} When one is missing, because its build is gone.
 */
async function loadStyles(
	page: Document,
	basePath: string,
	names: readonly string[],
): Promise<void> {
	await Promise.all(names.map((name) => loadStyle(page, `${basePath}/${ASSETS_FOLDER}/${name}`)));
}

async function loadStyle(page: Document, href: string): Promise<void> {
	const present = [...page.querySelectorAll('link[rel="stylesheet"]')];
	if (present.some((link) => link.getAttribute("href") === href)) return;
	const link = headElement(page, { name: "link", attributes: { rel: "stylesheet", href } });
	const settled = new Promise<void>((resolve, reject) => {
		link.addEventListener("load", () => resolve());
		link.addEventListener("error", () => {
			// The next attempt must not take it for one that is there.
			link.remove();
			reject(new Error(`The stylesheet "${href}" could not be loaded`));
		});
	});
	page.head.append(link);
	await settled;
}
