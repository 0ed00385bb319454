import type { ReactElement } from "react";
import { useWords } from "../runtime-config.ts";
import { useShownPage } from "../view.ts";

/** A page with fewer headings needs no table of contents. */
const MIN_HEADINGS = 2;

/** The headings of the page. In the browser, `client/` marks the current one. */
export function TableOfContents(): ReactElement | undefined {
	const { path, headings = [] } = useShownPage() ?? {};
	const title = useWords()("On this page");
	if (headings.length < MIN_HEADINGS) return undefined;
	return (
		<div key={path} className="contents">
			{/* Empty for the same reason as the menu in the header: the styles show the next element. */}
			<details className="contents-disclosure">
				<summary>{title}</summary>
			</details>
			<nav className="contents-list" aria-label={title}>
				<p className="contents-title">{title}</p>
				<ul>
					{headings.map(({ level, id, text }) => (
						<li key={id} className={`contents-level-${level}`}>
							<a href={`#${encodeURIComponent(id)}`}>{text}</a>
						</li>
					))}
				</ul>
			</nav>
		</div>
	);
}
