import type { ReactElement } from "react";
import { formatTime } from "../format/times.ts";
import { useQuestion } from "../state/use-question.ts";

/** A point in time, as the time zone of the address says it. */
export function Time({ at }: { readonly at: string }): ReactElement {
	return <>{formatTime(at, useQuestion().timeZone)}</>;
}
