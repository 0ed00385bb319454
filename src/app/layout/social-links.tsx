import type { ReactElement } from "react";
import { Icon } from "../components/icon.tsx";
import { useRuntimeConfig } from "../runtime-config.ts";

/** Profiles and repositories elsewhere: an icon where the site names one, else the label. */
export function SocialLinks(): ReactElement | undefined {
	const { social } = useRuntimeConfig();
	if (social.length === 0) return undefined;
	return (
		<ul className="social-links">
			{social.map(({ label, url, icon }) => (
				<li key={url}>
					<a href={url} rel="noreferrer me">
						{icon === undefined ? label : <Icon name={icon} label={label} />}
					</a>
				</li>
			))}
		</ul>
	);
}
