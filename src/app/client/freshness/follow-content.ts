import { CONTENT_EVENTS_PATH } from "../../../shared/content-events.ts";

export interface FollowContentParts {
	readonly page: Window;
	readonly basePath: string;
	/** Called when the site has a new revision. */
	readonly onChange: () => void;
}

/**
 * Hears of every new revision at once, for authors who look at what they write. A hidden tab
 * lets go of its connection, of which the server has few, and catches up when it is shown.
 */
export function followContent({ page, basePath, onChange }: FollowContentParts): void {
	let source: EventSource | undefined;
	let lastSeen: string | undefined;

	function connect(): void {
		if (source !== undefined) return;
		source = new EventSource(basePath + CONTENT_EVENTS_PATH);
		source.addEventListener("revision", ({ data }: MessageEvent<string>) => {
			// The first word on each connection is what is live: it may have changed meanwhile.
			if (lastSeen !== undefined && data !== lastSeen) onChange();
			lastSeen = data;
		});
	}

	function disconnect(): void {
		source?.close();
		source = undefined;
	}

	function followVisibility(): void {
		if (page.document.visibilityState === "visible") connect();
		else disconnect();
	}

	page.document.addEventListener("visibilitychange", followVisibility);
	page.addEventListener("pagehide", disconnect);
	page.addEventListener("pageshow", followVisibility);
	followVisibility();
}
