import { closeMenu, OPEN } from "./close-menu.ts";

/** A click elsewhere closes the menus; so does Escape, which gives the focus back to what has opened one. */
export function closeMenus(page: Document): void {
	page.addEventListener("click", ({ target }) => {
		for (const menu of page.querySelectorAll(OPEN)) {
			if (!menu.contains(target as Node)) menu.removeAttribute("open");
		}
	});
	page.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		page.querySelector<HTMLElement>(`${OPEN} summary`)?.focus();
		closeMenu(page);
	});
}
