/** Runs the work as soon as the tab is shown: of twenty that were opened at once, one is looked at. */
export function whenVisible(document: Document, work: () => void): void {
	if (document.hidden) {
		const again = (): void => whenVisible(document, work);
		document.addEventListener("visibilitychange", again, { once: true });
	} else {
		work();
	}
}
