const OPEN = ".site-header details[open]";

/** Closes the menus, which would cover the page that they have led to. */
export function closeMenu(page: Document): void {
	for (const menu of page.querySelectorAll(OPEN)) menu.removeAttribute("open");
}

/** Escape closes the menus and gives the focus back to what has opened one. */
export function closeMenuOnEscape(page: Document): void {
	page.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		page.querySelector<HTMLElement>(`${OPEN} summary`)?.focus();
		closeMenu(page);
	});
}
