import type { ReactElement } from "react";
import * as z from "zod";
import type { IslandPage } from "../../shared/page/islands.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { Island, IslandComponentProps } from "./island.ts";
import { sitePath, wholeNumber } from "./props.ts";

const props = z.strictObject({
	limit: wholeNumber(1, 50).default(5),
	/** Only pages at and below this one. */
	path: sitePath().default("/"),
});

type RecentPagesProps = z.infer<typeof props>;

/** The pages that were changed last, the newest first. */
export const recentPages: Island<RecentPagesProps> = {
	name: "recent-pages",
	props,
	Component: RecentPages,
};

function RecentPages({
	props: { limit, path },
	sources,
}: IslandComponentProps<RecentPagesProps>): ReactElement {
	const newest = sources.pages
		.filter((page) => page.path !== "/" && isWithin(page.path, path))
		.toSorted(byChange)
		.slice(0, limit);
	if (newest.length === 0) return <p className="island-empty">No pages yet.</p>;
	return (
		<ul className="recent-pages">
			{newest.map((page) => (
				<li key={page.path}>
					<a href={urlPath(sources.basePath, page.path)}>{page.title}</a>
					<ChangeDate modifiedMs={page.modifiedMs} locale={sources.locale} />
				</li>
			))}
		</ul>
	);
}

function byChange(one: IslandPage, other: IslandPage): number {
	return other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1);
}

interface ChangeDateProps {
	readonly modifiedMs: number;
	readonly locale: string;
}

/** In UTC: the server does not know the visitor's time zone. */
function ChangeDate({ modifiedMs, locale }: ChangeDateProps): ReactElement {
	const date = new Date(modifiedMs);
	const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
	return <time dateTime={date.toISOString().slice(0, 10)}>{format.format(date)}</time>;
}
