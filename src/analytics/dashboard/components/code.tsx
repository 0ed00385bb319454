import { type ReactElement, useEffect, useState } from "react";
import { REACHED_BY_KEYBOARD } from "./tables/table.tsx";
import { Tool } from "./tool.tsx";

export interface CodeProps {
	/** Name of the code, such as `Redirect rule`. */
	readonly label: string;
	readonly text: string;
}

/** Code to copy, with a button. */
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

/** A secret that the service shows only once. @param props.advice Next step for the user. */
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

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
	readonly text: string;
	/** Accessible name of the copied text. */
	readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps): ReactElement {
	const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
	useEffect(() => {
		if (state === "ready") return undefined;
		const timer = setTimeout(() => setState("ready"), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [state]);
	const copy = async (): Promise<void> => {
		try {
			await navigator.clipboard.writeText(text);
			setState("copied");
		} catch {
			// Browsers have no clipboard API without TLS; the user can still select the text.
			setState("failed");
		}
	};
	return (
		<Tool onClick={() => void copy()} icon={state === "copied" ? "check" : "copy"}>
			<span className="visually-hidden">{what}: </span>
			<span aria-live="polite">{LABELS[state]}</span>
		</Tool>
	);
}

const LABELS = { ready: "Copy", copied: "Copied", failed: "Select and copy by hand" } as const;
