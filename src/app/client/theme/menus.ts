/** Open menus of the header. */
const OPEN = ".site-header details[open]";

/** Closes the menus, which would cover the next page. */
export function closeMenus(page: Document): void {
	for (const menu of page.querySelectorAll(OPEN)) menu.removeAttribute("open");
}

/** Closes menus on a click elsewhere, and on Escape, which returns the focus. */
export function watchMenus(page: Document): void {
	page.addEventListener("click", ({ target }) => {
		// On narrow screens, a menu in the menu opens inside of it.
		const isInMenu = (target as Element).closest(".navigation summary") !== null;
		for (const menu of page.querySelectorAll(OPEN)) {
			const stays = menu.contains(target as Node) || (isInMenu && menu.matches(".menu"));
			if (!stays) menu.removeAttribute("open");
		}
	});
	page.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		page.querySelector<HTMLElement>(`${OPEN} summary`)?.focus();
		closeMenus(page);
	});
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
