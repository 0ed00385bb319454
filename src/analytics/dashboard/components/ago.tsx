import { type ReactElement, useState } from "react";
import { formatAgo } from "../format/times.ts";

/** How long ago something happened, counted from when it came onto the screen. */
export function Ago({ time }: { readonly time: string }): ReactElement {
	const [now] = useState(Date.now);
	return <time dateTime={time}>{formatAgo(time, now)}</time>;
}
