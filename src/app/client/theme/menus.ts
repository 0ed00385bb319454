/** Open menus of the header. */
export const OPEN = ".site-header details[open]";

/** Closes the menus, which would cover the next page. */
export function closeMenus(page: Document): void {
	for (const menu of page.querySelectorAll(OPEN)) menu.removeAttribute("open");
}

/** Scrolls a long sidebar to its entry for the shown page; does not scroll the page itself. */
export function revealCurrentPage(page: Document): void {
	const entry = page.querySelector('.sidebar [aria-current="page"]');
	if (entry === null) return;
	// On narrow screens, the sidebar is a part of the menu, which scrolls.
	for (const scroller of page.querySelectorAll(".sidebar, .navigation")) {
		const { top, bottom } = entry.getBoundingClientRect();
		const visible = scroller.getBoundingClientRect();
		if (top < visible.top || bottom > visible.bottom)
			scroller.scrollTop += top - visible.top - visible.height / 2;
	}
}
