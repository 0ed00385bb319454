import type { ReactElement } from "react";
import { useBusy } from "../../components/use-busy.ts";

/** A thin bar while the next page is slow. */
export function PendingBar(): ReactElement | undefined {
	return useBusy() ? <div className="pending-bar" aria-hidden /> : undefined;
}
