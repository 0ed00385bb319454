import type { ReactElement } from "react";
import type { LookLink } from "../../shared/page/site-look.ts";
import { Icon } from "../components/icon.tsx";

/** A link of the operator, with its icon. */
export function LookAnchor({ label, url, icon }: LookLink): ReactElement {
	return (
		<a href={url}>
			{icon !== undefined && <Icon name={icon} />}
			{label}
		</a>
	);
}
