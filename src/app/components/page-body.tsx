import { type ReactElement, type ReactNode, useContext } from "react";
import type { PageData } from "../../shared/page/payload.ts";
import { BODY_ELEMENT_ID } from "../../shared/page/public-config.ts";
import { useRuntimeConfig, useWords } from "../runtime-config.ts";
import { BodyComponents } from "./body/body-components.ts";
import { ComponentBody } from "./body/component-body.tsx";
import { Breadcrumbs } from "./page/breadcrumbs.tsx";
import { Editions, SuggestedEdition } from "./page/editions.tsx";
import { PageEnd } from "./page/page-end.tsx";
import { PostCover, PostDetails } from "./page/post-details.tsx";

export interface PageBodyProps {
	readonly page: Pick<PageData, "title" | "hasHeading"> & Partial<PageData>;
	/** Between the heading and the Markdown. */
	readonly above?: ReactNode;
	/** After the Markdown. */
	readonly below?: ReactNode;
}

/** The rendered Markdown of a page, and everything around it inside the frame. */
export function PageBody({ page, above, below }: PageBodyProps): ReactElement {
	const { editions, breadcrumbs, hero, post, source, feedback, foot } = page;
	return (
		<div className="content">
			{editions?.suggested && <SuggestedEdition {...editions.suggested} />}
			{breadcrumbs && <Breadcrumbs links={breadcrumbs} />}
			{hero === undefined && <Heading page={page} />}
			{post && <PostDetails {...post} />}
			{post && <PostCover cover={post.cover} />}
			{above}
			{editions && <Editions {...editions} />}
			<Markdown page={page} />
			{below}
			<PageEnd source={source} feedback={feedback} foot={foot} />
		</div>
	);
}

/** The title of the page (or the site's name), unless the Markdown brings its own heading. */
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
	const components = useContext(BodyComponents);
	const word = useWords();
	if (page.tree !== undefined) {
		return (
			<div className="markdown">
				<ComponentBody nodes={page.tree} components={components} />
			</div>
		);
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
