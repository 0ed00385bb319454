/** Closes the menu of narrow windows, which would cover the page that it has led to. */
export function closeMenu(page: Document): void {
	page.querySelector(".menu[open]")?.removeAttribute("open");
}

/** Escape closes the menu and gives the focus back to what has opened it. */
export function closeMenuOnEscape(page: Document): void {
	page.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		page.querySelector<HTMLElement>(".menu[open] summary")?.focus();
		closeMenu(page);
	});
}
