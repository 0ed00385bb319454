/**
 * Resolves when the page has been painted as it was sent: that it can be read comes before
 * that it can be used. A tab that is not shown paints nothing, and is not waited for.
 */
export function painted(page: Window): Promise<void> {
	const { document, performance } = page;
	const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
	if (isPainted || document.hidden) return Promise.resolve();
	return new Promise((resolve) => {
		// A frame is painted after its callbacks: the next task is the first behind it.
		page.requestAnimationFrame(() => void page.setTimeout(resolve));
		document.addEventListener("visibilitychange", () => resolve(), { once: true });
	});
}
