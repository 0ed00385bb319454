import { createContext, type ReactElement, useContext, useState } from "react";

/** What the server has drawn around every page, by the id of its element; browsers have it in the document. */
export const FrameContext = createContext<Readonly<Record<string, string>> | undefined>(undefined);

export interface KeptProps {
	readonly id: string;
	readonly as?: "div" | "footer";
	readonly className?: string;
}

/** A part of the frame that only the server can draw: in the browser it stays what it was sent as. */
export function Kept({ id, className, as: Element = "div" }: KeptProps): ReactElement {
	const drawn = useContext(FrameContext);
	// The same object at every rendering: so React leaves what is in it alone.
	const [html] = useState(() => ({
		__html: drawn?.[id] ?? globalThis.document?.getElementById(id)?.innerHTML ?? "",
	}));
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it out of configuration, every value escaped.
	return <Element id={id} className={className} dangerouslySetInnerHTML={html} />;
}
