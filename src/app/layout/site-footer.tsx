import type { ReactElement } from "react";
import { useRuntimeConfig } from "../runtime-config.ts";

export function SiteFooter(): ReactElement {
	const { name, description } = useRuntimeConfig();
	return (
		<footer className="site-footer">
			<p>
				<strong>{name}</strong>
				{description !== undefined && ` ${description}`}
			</p>
		</footer>
	);
}
