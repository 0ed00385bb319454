import type { ReactElement } from "react";
import { CopyButton } from "./copy-button.tsx";
import { REACHED_BY_KEYBOARD } from "./tables/table.tsx";

export interface CodeProps {
	/** What it is, such as `Redirect rule`. */
	readonly label: string;
	readonly text: string;
}

/** Lines to paste elsewhere. */
export function Code({ label, text }: CodeProps): ReactElement {
	return (
		<figure className="code">
			<figcaption>
				<span>{label}</span>
				<CopyButton text={text} what={label} />
			</figcaption>
			<pre {...REACHED_BY_KEYBOARD}>
				<code>{text}</code>
			</pre>
		</figure>
	);
}
