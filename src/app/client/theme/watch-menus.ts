import { closeMenus, OPEN } from "./menus.ts";

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
