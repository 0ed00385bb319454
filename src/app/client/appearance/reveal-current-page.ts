/** Scrolls a long sidebar to where its entry for the shown page can be seen; the page stays put. */
export function revealCurrentPage(page: Document): void {
	const sidebar = page.querySelector(".sidebar");
	const entry = sidebar?.querySelector('[aria-current="page"]');
	if (sidebar == null || entry == null) return;
	const { top, bottom } = entry.getBoundingClientRect();
	const visible = sidebar.getBoundingClientRect();
	if (top >= visible.top && bottom <= visible.bottom) return;
	sidebar.scrollTop += top - visible.top - visible.height / 2;
}
