import type { ReactElement } from "react";
import { useLook, useRuntimeConfig } from "../runtime-config.ts";
import { LookAnchor } from "./look-anchor.tsx";

/** The operator's columns of links, and the operator's text or the site's name and description. */
export function Footer(): ReactElement {
	const { name, description } = useRuntimeConfig();
	const { columns, text } = useLook().footer;
	return (
		<footer id="site-footer" className="site-footer">
			{columns.length > 0 && (
				<div className="footer-columns">
					{columns.map(({ title, links }) => (
						<div key={title}>
							<h2>{title}</h2>
							<ul>
								{links.map((link) => (
									<li key={link.label + link.url}>
										<LookAnchor {...link} />
									</li>
								))}
							</ul>
						</div>
					))}
				</div>
			)}
			{text === undefined ? (
				<p>
					<strong>{name}</strong>
					{description !== undefined && ` ${description}`}
				</p>
			) : (
				<p>{text}</p>
			)}
		</footer>
	);
}
