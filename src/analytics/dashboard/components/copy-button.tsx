import { type ReactElement, useEffect, useState } from "react";
import { Tool } from "./tool.tsx";

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
