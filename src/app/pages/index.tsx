import type { ReactElement } from "react";
import { Cards } from "../components/page/cards.tsx";
import { PageHero } from "../components/page/page-hero.tsx";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

/** The page at `/`, and landing pages: the styles make one of a home page whose Markdown is written as one. */
export function Page({ page }: PageProps): ReactElement {
	const { name } = useRuntimeConfig();
	const { hero, cards, title } = page;
	return (
		<article className="article landing">
			<PageBody
				page={page}
				above={
					<>
						{hero && <PageHero hero={hero} fallback={title || name} />}
						{cards && <Cards cards={cards} isLanding />}
					</>
				}
			/>
		</article>
	);
}
