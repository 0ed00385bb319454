import { type ReactElement, useEffect, useState } from "react";
import { REACHED_BY_KEYBOARD } from "./tables/table.tsx";
import { Tool } from "./tool.tsx";

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
			// Without TLS browsers have no clipboard; the text can still be selected.
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
