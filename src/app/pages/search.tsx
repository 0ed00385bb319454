import type { ReactElement } from "react";
import { useLoaderData } from "react-router";
import { fillWords } from "../../shared/page/words.ts";
import type { SearchPageData, SearchResult, SearchResultSection } from "../../shared/search.ts";
import { Marked } from "../components/marked.tsx";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";
import { useWords } from "../runtime-config.ts";

/** The results of a search, which work without JavaScript. */
export function Page({ page }: PageProps): ReactElement {
	const { text, results } = useLoaderData<SearchPageData>();
	const word = useWords();
	return (
		<article className="article">
			<PageBody
				page={page}
				below={
					<>
						<form className="search-form">
							<input
								key={text}
								type="search"
								name="q"
								defaultValue={text}
								aria-label={word("Search")}
								maxLength={200}
								autoComplete="off"
							/>
							<button type="submit" className="button">
								{word("Search")}
							</button>
						</form>
						{text.trim() !== "" && <Results text={text} results={results} />}
					</>
				}
			/>
		</article>
	);
}

function Results({ text, results }: SearchPageData): ReactElement {
	const word = useWords();
	if (results === undefined) {
		return <p role="status">{word("Search is not available now. Try again in a moment.")}</p>;
	}
	if (results.length === 0) {
		return (
			<>
				<p role="status">{fillWords(word("No page was found for “{words}”."), { words: text })}</p>
				<p>{word("Check the spelling, or try fewer or other words.")}</p>
			</>
		);
	}
	return (
		<>
			<p role="status">{fillWords(word("Pages found: {n}"), { n: results.length })}</p>
			<ol className="search-results">
				{results.map((result) => (
					<Result key={result.url} {...result} />
				))}
			</ol>
		</>
	);
}

function Result({ title, url, sections }: SearchResult): ReactElement {
	const [first] = sections;
	return (
		<li>
			<h2>
				<a href={linkTo(url, first?.heading === undefined ? first : undefined)} data-file>
					<Marked text={title} />
				</a>
			</h2>
			{sections.map((section) => (
				<p key={section.url}>
					{section.heading && (
						<>
							<a href={linkTo(section.url, section)} data-file>
								<Marked text={section.heading} />
							</a>
							<br />
						</>
					)}
					<Marked text={section.excerpt} />
				</p>
			))}
		</li>
	);
}

/** Adds a text fragment: on a document load, the browser scrolls to the word and marks it. */
function linkTo(url: string, section: SearchResultSection | undefined): string {
	const [word] = section?.words ?? [];
	if (word === undefined) return url;
	// A hyphen is a delimiter in text fragments.
	const fragment = `:~:text=${encodeURIComponent(word).replaceAll("-", "%2D")}`;
	return `${url}${url.includes("#") ? "" : "#"}${fragment}`;
}
