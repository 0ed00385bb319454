import type { ReactElement } from "react";
import { LIVE_REGION_ID } from "./live-region-id.ts";

/**
 * Announces route changes. It is in the server's markup, on error pages too: a region that
 * is added together with its text is not read out. React renders it once and never fills it.
 */
export function LiveRegion(): ReactElement {
	return <div id={LIVE_REGION_ID} className="visually-hidden" role="status" aria-live="polite" />;
}
