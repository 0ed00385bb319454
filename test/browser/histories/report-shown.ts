/**
 * Runs in each document of a driven browser. Reports each page of the app when it is shown with its title, so that
 * a test can compare the page views with it.
 *
 * @param titles By path.
 */
export function reportShown(titles: Readonly<Record<string, string>>): void {
	let last = "";
	const look = (): void => {
		const app = document.querySelector("#app");
		const { pathname: path } = location;
		const isShown = document.title === `${titles[path]} | Example`;
		// React has a key in its container.
		if (!isShown || path === last || Object.keys(app ?? {}).length === 0) return;
		last = path;
		navigator.sendBeacon("/ingest/shown", JSON.stringify({ path, at: Date.now() }));
	};
	new MutationObserver(look).observe(document, {
		childList: true,
		characterData: true,
		subtree: true,
	});
	setInterval(look, 20);
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) last = "";
		look();
	});
}
