import type { AppState } from "../../../shared/page/public-config.ts";
import type { View } from "../../view.ts";
import { type LoadPage, viewOfPage } from "../load-page.ts";
import type { Connection } from "./connection.ts";
import type { LiveBuild } from "./live-build.ts";

export interface FirstViewParts {
	readonly page: Pick<Window, "location">;
	readonly state: Pick<AppState, "payload">;
	readonly loadPage: LoadPage;
	readonly connection: Pick<Connection, "loadPart">;
	readonly build: Pick<LiveBuild, "claimLastingly">;
}

/**
 * Loads the view that the document shows.
 *
 * When the chunk of its page is lost, the document is reloaded once. If it is still lost, the
 * server's page stays, with plain links, and the promise never settles.
 *
 * @throws {TypeError} When the payload is neither a page nor an error.
 */
export async function loadFirstView({
	page: { location },
	state: { payload },
	loadPage,
	connection,
	build,
}: FirstViewParts): Promise<View> {
	if (payload.kind === "error") return payload;
	if (payload.kind !== "page") throw new TypeError(`No document shows a "${payload.kind}"`);
	try {
		return await connection.loadPart(() => viewOfPage(loadPage, payload, location.search));
	} catch (cause) {
		console.warn("A part of this page is missing", cause);
		if (build.claimLastingly(location.pathname)) location.reload();
		return new Promise(() => undefined);
	}
}
