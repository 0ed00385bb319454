/** The menus of the header that are open. */
export const OPEN = ".site-header details[open]";

/** Closes the menus, which would cover the page that they have led to. */
export function closeMenu(page: Document): void {
	for (const menu of page.querySelectorAll(OPEN)) menu.removeAttribute("open");
}
