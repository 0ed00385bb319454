import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the heading of a screen that was gone to, as a page load would.
 * Another range or filter on the same screen leaves it where it is.
 *
 * @returns What a live region should say.
 */
export function useScreenFocus(): string {
	const { pathname } = useLocation();
	const shown = useRef(pathname);
	const [announcement, setAnnouncement] = useState("");
	useEffect(() => {
		showCurrentScreen();
		if (shown.current === pathname) return;
		shown.current = pathname;
		document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
		setAnnouncement(document.title);
	}, [pathname]);
	return announcement;
}

/**
 * On a phone the screens are a row that scrolls. Not by `scrollIntoView()`: from there on the
 * Tab key would start at that link, and leave out the one that skips to the content.
 */
function showCurrentScreen(): void {
	const row = document.querySelector(".screens");
	const current = row?.querySelector('[aria-current="page"]');
	if (!row || !current) return;
	const [place, room] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
	row.scrollLeft += place.left + place.width / 2 - (room.left + room.width / 2);
}
