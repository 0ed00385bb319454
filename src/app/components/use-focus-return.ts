import { type RefObject, useLayoutEffect } from "react";

/**
 * Moves the focus to the page when an element is removed that has it. Otherwise the Tab key would start
 * again at the top of the document.
 */
export function useFocusReturn(ref: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const element = ref.current;
		return () => {
			if (element?.contains(document.activeElement) !== true) return;
			document.querySelector("main")?.focus({ preventScroll: true });
		};
	}, [ref]);
}
