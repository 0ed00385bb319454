import { type AppState, CONTENT_EVENTS_PATH } from "../../../shared/page/public-config.ts";
import { createReloadGuard } from "./reload-guard.ts";

export interface FollowContentParts {
	readonly page: Window;
	readonly basePath: string;
	/** Revision and settings of this tab's document. */
	readonly shown: Pick<AppState, "revisionId" | "frameId">;
	/** Called for each revision event without a reload, also when only the problems changed. */
	readonly onEvent: () => void;
	/** Called when the site has a new revision, with the build that shows it. */
	readonly onChange: (buildId: string) => void;
	/** Loads the document again, because the settings of the site changed. */
	readonly reload: () => void;
}

/**
 * Listens for new revisions, so that authors see their changes. A hidden tab closes its connection,
 * because the server allows few, and connects again when it is shown.
 */
export function followContent(parts: FollowContentParts): void {
	const { page, basePath, shown, onEvent, onChange, reload } = parts;
	// Prevents a reload loop between replicas with different settings.
	const reloads = createReloadGuard({ page, now: Date.now });
	let source: EventSource | undefined;
	let { revisionId, frameId } = shown;

	function connect(): void {
		if (source !== undefined) return;
		source = new EventSource(basePath + CONTENT_EVENTS_PATH);
		// The first event of each connection contains the live revision: an author may have saved meanwhile.
		source.addEventListener("revision", ({ data }: MessageEvent<string>) => {
			const [revision = "", frame = "", build = ""] = data.split(" ");
			if (frame !== frameId && reloads.claim(page.location.pathname)) {
				reload();
				return;
			}
			if (revision !== revisionId) onChange(build);
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
