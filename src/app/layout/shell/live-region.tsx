import type { ReactElement } from "react";
import { LIVE_REGION_ID } from "../../components/announce.ts";

/**
 * Announces route changes. It is in the server's HTML, on error pages too: screen readers do not
 * read a region that is added together with its text. React never fills it.
 */
export function LiveRegion(): ReactElement {
	return <div id={LIVE_REGION_ID} className="visually-hidden" role="status" aria-live="polite" />;
}
