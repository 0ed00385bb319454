/** A page view, recorded when it happened. */
export interface PageView {
	readonly url: string;
	readonly title: string;
	/** HTTP status of the page. */
	readonly status: number;
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	/** Path of the previous page in this tab. */
	readonly cameFrom: string | undefined;
}

export interface ViewTarget {
	readonly key: string;
	/** URL of the service. */
	readonly host: string;
}

/**
 * Sends page views of a tab that closes before its client is loaded, in the client's format, so
 * that short visits count.
 */
export function sendViews(
	page: Window,
	{ key, host }: ViewTarget,
	views: readonly PageView[],
): void {
	// The client ignores automated browsers, too.
	if (page.navigator.webdriver) return;
	const distinctId = randomId();
	const events = views.map(({ url, title, status, at, cameFrom }) => ({
		event: "$pageview",
		offset: Date.now() - at,
		properties: {
			token: key,
			distinct_id: distinctId,
			$lib: "web",
			$process_person_profile: false,
			$current_url: url,
			$host: page.location.host,
			$pathname: new URL(url).pathname,
			$prev_pageview_pathname: cameFrom,
			$referrer: page.document.referrer || "$direct",
			$browser_language: page.navigator.language,
			title,
			status,
		},
	}));
	page.navigator.sendBeacon(`${host}/e/`, JSON.stringify(events));
}

/** `randomUUID()` exists only over TLS. */
function randomId(): string {
	return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
