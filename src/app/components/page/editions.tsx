import { Fragment, type ReactElement, type ReactNode } from "react";
import type { Edition, PageEditions } from "../../../shared/page/page-parts.ts";
import { fillWords } from "../../../shared/page/words.ts";
import { useWords } from "../../runtime-config.ts";
import { PathLink } from "../path-link.tsx";

/** More than one line would separate the reader from the page. */
const MAX_IN_LINE = 5;

/** The same page in other languages and versions, and notes about its own. */
export function Editions({ languages, versions, original, newest }: PageEditions): ReactElement {
	const word = useWords();
	const own = versions.find(({ isCurrent }) => isCurrent)?.label ?? "";
	const [before, after] = fillWords(word("This is {version}. The newest version is {newest}."), {
		version: own,
	}).split("{newest}");
	return (
		<>
			<EditionList name={word("Language")} editions={languages} />
			<EditionList name={word("Version")} editions={versions} />
			{original !== undefined && (
				<Note title={word("Not translated")}>
					{fillWords(word("This page is shown in its original language: {language}."), {
						language: original,
					})}
				</Note>
			)}
			{newest !== undefined && (
				<Note kind="warning" title={word("Older version")}>
					{before}
					<EditionLink {...newest} />
					{after}
				</Note>
			)}
		</>
	);
}

/** The home page in the language that the browser prefers. */
export function SuggestedEdition(edition: Edition): ReactElement {
	return (
		<Note>
			<EditionLink {...edition} />
		</Note>
	);
}

interface EditionListProps {
	readonly name: string;
	readonly editions: readonly Edition[];
}

function EditionList({ name, editions }: EditionListProps): ReactElement | undefined {
	if (editions.length < 2) return undefined;
	const list = editions.map((edition, index) => (
		<Fragment key={edition.path}>
			{index > 0 && " · "}
			<EditionLink {...edition} />
		</Fragment>
	));
	return (
		<nav className="editions" aria-label={name}>
			{editions.length > MAX_IN_LINE ? (
				<details>
					<summary>{`${name}: ${editions.find(({ isCurrent }) => isCurrent)?.label}`}</summary>
					{list}
				</details>
			) : (
				<>
					{`${name}: `}
					{list}
				</>
			)}
		</nav>
	);
}

/** Loads the document: another language may be written in the other direction. */
function EditionLink({ label, path, language, isCurrent }: Edition): ReactElement {
	if (isCurrent) return <strong lang={language}>{label}</strong>;
	return (
		<PathLink path={path} lang={language} hrefLang={language} data-file>
			{label}
		</PathLink>
	);
}

interface NoteProps {
	readonly kind?: "note" | "warning";
	readonly title?: string;
	readonly children: ReactNode;
}

function Note({ kind = "note", title, children }: NoteProps): ReactElement {
	return (
		<div className={`callout callout-${kind}`} role="note">
			{title !== undefined && <p className="callout-title">{title}</p>}
			<p>{children}</p>
		</div>
	);
}
