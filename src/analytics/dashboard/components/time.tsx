import type { ReactElement } from "react";
import { formatTime } from "../format/times.ts";
import { useQuestion } from "../state/use-question.ts";

/** A timestamp in the time zone of the URL. */
export function Time({ at }: { readonly at: string }): ReactElement {
	return <>{formatTime(at, useQuestion().timeZone)}</>;
}
