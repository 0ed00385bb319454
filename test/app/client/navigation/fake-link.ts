/** A link that the page's script finds around a click. */
export class FakeLink {
	readonly target = "";
	readonly href: string;
	readonly origin: string;
	readonly pathname: string;
	readonly ownerDocument = { querySelector: () => null };

	constructor(url: URL) {
		({ href: this.href, origin: this.origin, pathname: this.pathname } = url);
	}

	closest(): this {
		return this;
	}

	hasAttribute(): boolean {
		return false;
	}

	setAttribute(): void {}
}

/** Clicks a link to this URL. */
export function clickLink(document: EventTarget, url: URL): void {
	const click = new Event("click", { cancelable: true });
	Object.defineProperties(click, { target: { value: new FakeLink(url) }, button: { value: 0 } });
	document.dispatchEvent(click);
}
