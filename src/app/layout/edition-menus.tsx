import type { ReactElement } from "react";
import type { Edition } from "../../shared/page/page-parts.ts";
import { EditionLink } from "../components/page/editions.tsx";
import { useWords } from "../runtime-config.ts";
import { useShownPage } from "../view.ts";

/** Menus with the same page in other languages and versions. */
export function EditionMenus(): ReactElement | undefined {
	const editions = useShownPage()?.editions;
	const word = useWords();
	if (editions === undefined) return undefined;
	return (
		<>
			<EditionMenu name={word("Language")} editions={editions.languages} />
			<EditionMenu name={word("Version")} editions={editions.versions} />
		</>
	);
}

interface EditionMenuProps {
	readonly name: string;
	readonly editions: readonly Edition[];
}

function EditionMenu({ name, editions }: EditionMenuProps): ReactElement | undefined {
	if (editions.length < 2) return undefined;
	const current = editions.find(({ isCurrent }) => isCurrent);
	return (
		<nav className="sections editions" aria-label={name}>
			<details>
				<summary>{current?.label ?? name}</summary>
				<ul className="more-list">
					{editions.map((edition) => (
						<li key={edition.path}>
							<EditionLink {...edition} />
						</li>
					))}
				</ul>
			</details>
		</nav>
	);
}
