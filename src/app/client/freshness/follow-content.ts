import { type AppState, CONTENT_EVENTS_PATH } from "../../../shared/page/public-config.ts";
import { createReloadGuard } from "./reload-guard.ts";

export interface FollowContentParts {
	readonly page: Window;
	readonly basePath: string;
	/** What the document of this tab was made from. */
	readonly shown: Pick<AppState, "revisionId" | "frameId">;
	/** Called with each revision that the server names, and when only its problems are others. */
	readonly onEvent: () => void;
	/** Called when the site has a new revision. */
	readonly onChange: () => void;
	/** Loads the document again, since the settings of the site have changed. */
	readonly reload: () => void;
}

/**
 * Listens for new revisions, for authors who look at what they write. A hidden tab closes its
 * connection, since the server has few, and catches up when it is shown.
 */
export function followContent(parts: FollowContentParts): void {
	const { page, basePath, shown, onEvent, onChange, reload } = parts;
	// Replicas with other settings must not send a tab back and forth.
	const reloads = createReloadGuard({ page, now: Date.now });
	let source: EventSource | undefined;
	let { revisionId, frameId } = shown;

	function connect(): void {
		if (source !== undefined) return;
		source = new EventSource(basePath + CONTENT_EVENTS_PATH);
		// The first event of each connection is the live revision: an author may have saved meanwhile.
		source.addEventListener("revision", ({ data }: MessageEvent<string>) => {
			const [revision = "", frame = ""] = data.split(" ");
			if (frame !== frameId && reloads.claim(page.location.pathname)) {
				reload();
				return;
			}
			if (revision !== revisionId) onChange();
			onEvent();
			[revisionId, frameId] = [revision, frame];
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
