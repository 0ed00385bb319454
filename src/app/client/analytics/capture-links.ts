type Capture = (event: string, properties: Readonly<Record<string, unknown>>) => void;

const FILE =
	/\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|json|zip|rar|7z|t?gz|xz|dmg|pkg|msi|exe|deb|rpm|apk|iso|mp[34]|m4[av]|mov|avi|wav|ogg|epub)$/i;

/** Sends an event for each link that leads to another site or to a file. */
export function captureLinks({ document, location }: Window, capture: Capture): void {
	const follow = ({ target, button }: MouseEvent): void => {
		// The right button opens a menu.
		if (button > 1 || !(target instanceof Element)) return;
		const link = target.closest("a[href]");
		if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol)) return;
		const properties = { link_url: link.href };
		if (link.hasAttribute("download") || FILE.test(link.pathname)) {
			capture("file_download", properties);
		} else if (link.host !== location.host) capture("outbound_link", properties);
	};
	// In the capture phase, before the page can stop it. The wheel's button opens a tab.
	for (const name of ["click", "auxclick"] as const) {
		document.addEventListener(name, follow, { capture: true });
	}
}
