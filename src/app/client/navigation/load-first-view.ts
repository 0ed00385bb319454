import type { Payload } from "../../../shared/page/payload.ts";
import type { View } from "../../view.ts";
import type { Connection } from "../freshness/connection.ts";
import type { ReloadGuard } from "../freshness/reload-guard.ts";
import type { LoadPage } from "./load-page.ts";
import { viewOfPage } from "./load-view.ts";

export interface FirstViewParts {
	readonly location: Location;
	readonly loadPage: LoadPage;
	readonly connection: Pick<Connection, "loadPart">;
	readonly reloads: Pick<ReloadGuard, "claimLastingly">;
}

/**
 * Loads the view that the document shows.
 *
 * When the chunk of its page is lost, the document is reloaded once. If it is still lost, the
 * server's page stays, with plain links, and the promise never settles.
 *
 * @throws {TypeError} When the payload is neither a page nor an error.
 */
export async function loadFirstView(payload: Payload, parts: FirstViewParts): Promise<View> {
	if (payload.kind === "error") return payload;
	if (payload.kind !== "page") throw new TypeError(`No document shows a "${payload.kind}"`);
	const { location, loadPage, connection, reloads } = parts;
	try {
		return await connection.loadPart(() => viewOfPage(loadPage, payload, location.search));
	} catch (cause) {
		console.warn("A part of this page is missing", cause);
		if (reloads.claimLastingly(location.pathname)) location.reload();
		return new Promise(() => undefined);
	}
}
