/** Shows a thin bar, and tells assistive technology, while a visit takes its time. */
export function createProgress(document: Document): (isBusy: boolean) => void {
	const bar = document.createElement("div");
	bar.className = "pending-bar";
	bar.setAttribute("aria-hidden", "true");
	return (isBusy) => {
		if (isBusy === bar.isConnected) return;
		const main = document.querySelector("main");
		if (isBusy) {
			document.body.append(bar);
			main?.setAttribute("aria-busy", "true");
		} else {
			bar.remove();
			main?.removeAttribute("aria-busy");
		}
	};
}
