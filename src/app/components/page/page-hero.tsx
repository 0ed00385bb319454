import type { ReactElement } from "react";
import type { Hero } from "../../../shared/page/page-parts.ts";

export interface PageHeroProps {
	readonly hero: Hero;
	/** The title of a hero without one. */
	readonly fallback: string;
}

/** The start of a landing page. */
export function PageHero({ hero, fallback }: PageHeroProps): ReactElement {
	const { name, title = fallback, tagline, image, actions } = hero;
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
