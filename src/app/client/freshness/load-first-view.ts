import type { Payload } from "../../../shared/page/payload.ts";
import type { View } from "../../view.ts";
import type { LoadPage } from "../navigation/load-page.ts";
import { viewOfPage } from "../navigation/load-view.ts";
import type { Connection } from "./connection.ts";
import type { ReloadGuard } from "./reload-guard.ts";

export interface FirstViewParts {
	readonly location: Location;
	readonly loadPage: LoadPage;
	readonly connection: Pick<Connection, "loadPart">;
	readonly reloads: Pick<ReloadGuard, "claimLastingly">;
}

/**
 * What the document shows already.
 *
 * A document whose own chunk is lost is loaded once more, if that can help. Otherwise the page
 * stays as the server made it, with plain links, and the promise stays open.
 *
 * @throws {TypeError} When the payload is none that a document shows.
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
