import type { ReactElement } from "react";
import { ICONS } from "./icons.ts";

export type IconName = keyof typeof ICONS;

/** Beside a text that says the same, so screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
	return (
		<svg
			className="icon"
			viewBox="0 0 24 24"
			aria-hidden="true"
			focusable="false"
			// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours.
			dangerouslySetInnerHTML={{ __html: ICONS[name] }}
		/>
	);
}
