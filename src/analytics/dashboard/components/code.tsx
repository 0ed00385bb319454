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

/** A secret that the service does not show again. @param props.advice What to do with it. */
export function Secret({ advice, ...code }: CodeProps & { readonly advice: string }): ReactElement {
	return (
		<div className="notice notice-good" role="status">
			<p>
				<strong>{advice}</strong> It is not shown again.
			</p>
			<Code {...code} />
		</div>
	);
}
