import type { ReactElement } from "react";
import type { SearchResult } from "../../../shared/search.ts";
import { Marked } from "../../components/marked.tsx";

/** Options that the arrow keys select. */
export const OPTION = "[role=option]";

/** The id of a section of a result. */
export function optionId(result: number, section: number): string {
	return `search-option-${result}-${section}`;
}

export interface SearchResultsProps {
	readonly results: readonly SearchResult[];
	/** The id of the option that Enter opens. */
	readonly activeId: string | undefined;
}

/** A group for each page, with a link for each found section. */
export function SearchResults({ results, activeId }: SearchResultsProps): ReactElement[] {
	return results.map(({ title, url, sections }, index) => (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups options of a list.
		<div key={url} className="search-group" role="group" aria-labelledby={`search-page-${index}`}>
			<div className="search-page" id={`search-page-${index}`}>
				<Marked text={title} />
			</div>
			{sections.map((section, place) => (
				<a
					key={section.url}
					className="search-place"
					role="option"
					id={optionId(index, place)}
					href={section.url}
					tabIndex={-1}
					aria-selected={optionId(index, place) === activeId}
				>
					<div className="search-heading">
						<Marked text={section.heading ?? title} />
					</div>
					{section.excerpt.text !== "" && (
						<div className="search-excerpt">
							<Marked text={section.excerpt} />
						</div>
					)}
				</a>
			))}
		</div>
	));
}

export interface RecentSearchesProps extends Pick<SearchResultsProps, "activeId"> {
	readonly texts: readonly string[];
}

/** Earlier searches of this tab, as options. */
export function RecentSearches({ texts, activeId }: RecentSearchesProps): ReactElement[] {
	return texts.map((text, index) => (
		<div
			key={text}
			className="search-place"
			role="option"
			id={`search-recent-${index}`}
			tabIndex={-1}
			aria-selected={`search-recent-${index}` === activeId}
		>
			{text}
		</div>
	));
}
