/** Scrolls a long sidebar to where its entry for the shown page can be seen; the page stays put. */
export function revealCurrentPage(page: Document): void {
	const entry = page.querySelector('.sidebar [aria-current="page"]');
	if (entry === null) return;
	// On narrow screens, the sidebar is a part of the menu, and that scrolls.
	for (const scroller of page.querySelectorAll(".sidebar, .navigation")) {
		const { top, bottom } = entry.getBoundingClientRect();
		const visible = scroller.getBoundingClientRect();
		if (top < visible.top || bottom > visible.bottom)
			scroller.scrollTop += top - visible.top - visible.height / 2;
	}
}
