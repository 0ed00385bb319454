import type { ReactElement } from "react";
import type { Hero } from "../../shared/page/page-parts.ts";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

/** The page at `/`, and landing pages. The styles also recognize a home page written as a landing page. */
export function Page({ page }: PageProps): ReactElement {
	const { name } = useRuntimeConfig();
	const { hero, title } = page;
	return (
		<article className="article landing">
			<PageBody
				page={page}
				isLanding
				above={hero && <PageHero {...hero} title={hero.title ?? (title || name)} />}
			/>
		</article>
	);
}

/** The start of a landing page. */
function PageHero({ name, title, tagline, image, actions }: Hero): ReactElement {
	return (
		<div className={image === undefined ? "hero" : "hero hero-with-image"}>
			<div className="hero-words">
				{name && <p className="hero-name">{name}</p>}
				<h1>{title}</h1>
				{tagline && <p className="hero-tagline">{tagline}</p>}
				{actions.length > 0 && (
					<p className="hero-actions">
						{actions.flatMap(({ text, link, isMain }) => [
							<a
								key={text}
								className={isMain ? "hero-action hero-action-main" : "hero-action"}
								href={link}
							>
								{text}
							</a>,
							" ",
						])}
					</p>
				)}
			</div>
			{image && <img className="hero-image" src={image.src} alt={image.alt} />}
		</div>
	);
}
