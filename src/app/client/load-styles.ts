import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";

/**
 * Adds the stylesheets of a page that the document does not have yet.
 *
 * @throws {Error} When one is lost: then the build that it belongs to is gone.
 */
export async function loadStyles(
	page: Document,
	basePath: string,
	names: readonly string[],
): Promise<void> {
	await Promise.all(names.map((name) => loadStyle(page, `${basePath}/${ASSETS_FOLDER}/${name}`)));
}

async function loadStyle(page: Document, href: string): Promise<void> {
	const present = [...page.querySelectorAll('link[rel="stylesheet"]')];
	if (present.some((link) => link.getAttribute("href") === href)) return;
	const link = page.createElement("link");
	link.rel = "stylesheet";
	link.href = href;
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
