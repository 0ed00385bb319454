import type { ReactElement } from "react";
import ICONS from "./icons.json" with { type: "json" };

export type IconName = keyof typeof ICONS;

/** An icon from Lucide. Hidden from screen readers: the text next to it has the same meaning. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
	return (
		<svg
			className="icon"
			viewBox="0 0 24 24"
			aria-hidden="true"
			focusable="false"
			// biome-ignore lint/security/noDangerouslySetInnerHtml: the build replaces the names by Lucide's markup.
			dangerouslySetInnerHTML={{ __html: ICONS[name] }}
		/>
	);
}
