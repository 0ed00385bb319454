import { createContext, type ReactElement, useContext, useState } from "react";

/** The server's HTML of the frame, by the id of its element; browsers read it from the document. */
export const FrameContext = createContext<Readonly<Record<string, string>> | undefined>(undefined);

export interface ServerHtmlProps {
	readonly id: string;
	readonly as?: "div" | "footer";
	readonly className?: string;
}

/** A part of the frame that only the server renders; in the browser it never changes. */
export function ServerHtml({ id, className, as: Element = "div" }: ServerHtmlProps): ReactElement {
	const drawn = useContext(FrameContext);
	// The same object each time, so that React does not touch the content.
	const [html] = useState(() => ({
		__html: drawn?.[id] ?? globalThis.document?.getElementById(id)?.innerHTML ?? "",
	}));
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it out of configuration, every value escaped.
	return <Element id={id} className={className} dangerouslySetInnerHTML={html} />;
}
