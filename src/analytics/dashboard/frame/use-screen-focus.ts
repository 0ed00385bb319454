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
		// On a phone the screens are a row that scrolls.
		document
			.querySelector('nav [aria-current="page"]')
			?.scrollIntoView({ block: "nearest", inline: "center" });
		if (shown.current === pathname) return;
		shown.current = pathname;
		document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
		setAnnouncement(document.title);
	}, [pathname]);
	return announcement;
}
