import type { ReactElement, ReactNode } from "react";
import type { Edition, PageEditions } from "../../../shared/page/page-parts.ts";
import { fillWords } from "../../../shared/page/words.ts";
import { useWords } from "../../runtime-config.ts";
import { PathLink } from "../path-link.tsx";

/** Notes about the language and the version of the page. */
export function Editions({ versions, original, newest }: PageEditions): ReactElement {
	const word = useWords();
	const own = versions.find(({ isCurrent }) => isCurrent)?.label ?? "";
	const [before, after] = fillWords(word("This is {version}. The newest version is {newest}."), {
		version: own,
	}).split("{newest}");
	return (
		<>
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

/** Link to the home page in the language that the browser prefers. */
export function SuggestedEdition(edition: Edition): ReactElement {
	return (
		<Note>
			<EditionLink {...edition} />
		</Note>
	);
}

/** Loads the document, not a payload: another language may have another text direction. */
export function EditionLink({ label, path, language, isCurrent }: Edition): ReactElement {
	const current = isCurrent ? "true" : undefined;
	return (
		<PathLink path={path} lang={language} hrefLang={language} aria-current={current} data-file>
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
