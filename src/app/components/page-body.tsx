import { type FormEvent, type ReactElement, type ReactNode, useContext, useState } from "react";
import type { PageLink } from "../../shared/page/navigation.ts";
import type { PageParts } from "../../shared/page/page-parts.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { BODY_ELEMENT_ID } from "../../shared/page/public-config.ts";
import { useRuntimeConfig, useWords } from "../runtime-config.ts";
import { useView } from "../view.ts";
import { AnalyticsContext } from "./analytics-context.ts";
import { Cards } from "./page/cards.tsx";
import { Editions, SuggestedEdition } from "./page/editions.tsx";
import { PostCover, PostDetails } from "./page/post-details.tsx";
import { PathLink } from "./path-link.tsx";

export interface PageBodyProps {
	readonly page: Pick<PageData, "title" | "hasHeading"> & Partial<PageData>;
	/** Whether the cards of the page come before the Markdown. */
	readonly isLanding?: boolean;
	/** Content between the heading and the Markdown. */
	readonly above?: ReactNode;
	/** Content after the Markdown. */
	readonly below?: ReactNode;
}

/** The rendered Markdown of a page, and everything around it inside the frame. */
export function PageBody({ page, above, below, isLanding = false }: PageBodyProps): ReactElement {
	const { editions, breadcrumbs, hero, post } = page;
	const cards = page.cards && <Cards cards={page.cards} isLanding={isLanding} />;
	return (
		<div className="content">
			{editions?.suggested && <SuggestedEdition {...editions.suggested} />}
			{breadcrumbs && <Breadcrumbs links={breadcrumbs} />}
			{hero === undefined && <Heading page={page} />}
			{post && <PostDetails {...post} />}
			{post && <PostCover cover={post.cover} />}
			{above}
			{isLanding && cards}
			{editions && <Editions {...editions} />}
			<Markdown page={page} />
			{!isLanding && cards}
			{below}
			<PageEnd {...page} />
		</div>
	);
}

/** The title of the page (or the site's name), unless the Markdown has its own heading. */
function Heading({ page }: Pick<PageBodyProps, "page">): ReactElement | undefined {
	const { name } = useRuntimeConfig();
	const { title, heading, hasHeading } = page;
	if (heading !== undefined) {
		// biome-ignore lint/security/noDangerouslySetInnerHtml: a part of the rendered Markdown.
		return <h1 dangerouslySetInnerHTML={{ __html: heading }} />;
	}
	return hasHeading ? undefined : <h1>{title || name}</h1>;
}

function Markdown({ page }: Pick<PageBodyProps, "page">): ReactElement | undefined {
	const word = useWords();
	const view = useView();
	if (page.tree !== undefined) {
		const Body = view.kind === "page" ? view.Body : undefined;
		return <div className="markdown">{Body && <Body nodes={page.tree} />}</div>;
	}
	if (page.isWithheld) return <p>{word("This page loads automatically if you have access.")}</p>;
	if (!page.html) return undefined;
	return (
		<div
			id={BODY_ELEMENT_ID}
			className="markdown"
			// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown; raw HTML is escaped there unless the operator allows it.
			dangerouslySetInnerHTML={{ __html: page.html }}
		/>
	);
}

/** Links from the home page to the folder of the page. */
function Breadcrumbs({ links }: { readonly links: readonly PageLink[] }): ReactElement {
	const word = useWords();
	return (
		<nav className="breadcrumbs" aria-label={word("Breadcrumbs")}>
			<ol>
				{[{ path: "/", title: word("Home") }, ...links].map(({ path, title }) => (
					<li key={path}>
						<PathLink path={path}>{title}</PathLink>
					</li>
				))}
			</ol>
		</nav>
	);
}

/** Link to the Markdown, feedback form, edit link, and date of the last update. */
function PageEnd({ source, feedback, foot }: PageParts): ReactElement {
	const word = useWords();
	return (
		<>
			{source !== undefined && (
				<p className="page-source">
					<PathLink path={source} data-file>
						{word("Open as Markdown")}
					</PathLink>
				</p>
			)}
			{feedback && <PageFeedback />}
			{foot !== undefined && (
				<div className="page-foot">
					{foot.edit !== undefined && <a href={foot.edit}>{word("Edit this page")}</a>}
					{foot.updated !== undefined && (
						<span>
							{word("Last updated")}: <time dateTime={foot.updated.iso}>{foot.updated.text}</time>
						</span>
					)}
				</div>
			)}
		</>
	);
}

const LONGEST_TEXT = 1_000;

/**
 * Asks whether the page was helpful, then for possible improvements. The styles hide the form if
 * no script runs.
 */
function PageFeedback(): ReactElement {
	const word = useWords();
	const { capture } = useContext(AnalyticsContext);
	const [helpful, setHelpful] = useState<"yes" | "no">();
	const [isSent, setIsSent] = useState(false);
	const vote = (answer: "yes" | "no"): void => {
		setHelpful(answer);
		capture("page feedback", { helpful: answer });
	};
	const send = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const text = String(new FormData(event.currentTarget).get("text")).trim();
		if (text !== "") capture("page feedback text", { helpful, text });
		setIsSent(true);
	};
	return (
		<section className="page-feedback" aria-label={word("Was this page helpful?")}>
			<p role="status">{word(isSent ? "Thank you for your answer." : "Was this page helpful?")}</p>
			{!isSent &&
				(["yes", "no"] as const).map((answer) => (
					<button
						key={answer}
						type="button"
						aria-pressed={helpful === answer}
						disabled={helpful !== undefined}
						onClick={() => vote(answer)}
					>
						{word(answer === "yes" ? "Yes" : "No")}
					</button>
				))}
			{helpful !== undefined && !isSent && (
				<form onSubmit={send}>
					<label>
						{word("What can be improved? (optional)")}
						<textarea name="text" rows={3} maxLength={LONGEST_TEXT} />
					</label>
					<button type="submit">{word("Send")}</button>
				</form>
			)}
		</section>
	);
}
