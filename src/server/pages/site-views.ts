import { LRUCache } from "lru-cache";
import type { SignIn } from "../../platform/sign-in/sign-in.ts";
import type { User } from "../../shared/page/user.ts";
import type { BuildAsset } from "../assets/kept-builds.ts";
import {
	type AccessRules,
	ANONYMOUS,
	type Audience,
	accessRulesOf,
	audienceOf,
	mayRead,
	readableRevision,
} from "../authorization/access-rules.ts";
import { mayLoadModules, mayRequestIsland } from "../authorization/code-access.ts";
import { memoizeBySnapshot, type Snapshot } from "../authorization/snapshot.ts";
import type { Revision } from "../content/revision.ts";
import { type DiscoverableSection, discoverableSections } from "../seo/discoverable-sections.ts";
import { pathOfMarkdown } from "../seo/page-markdown.ts";
import { createLivePages, type LivePages, type LivePagesOptions } from "./live-pages.ts";

/** The site as one audience may read it. Functions return the current state, since content changes. */
export interface SiteView {
	/** Whether the rules allow these visitors a path, regardless of the content at the path. */
	readonly mayOpen: (path: string) => boolean;
	/** Whether these visitors may load a file of a build: scripts contain the text of React pages. */
	readonly mayLoad: (asset: Pick<BuildAsset, "modules">) => boolean;
	/** Whether these visitors may request an island alone. */
	readonly mayRequestIsland: (name: string) => boolean;
	readonly revision: () => Revision;
	readonly snapshot: () => Snapshot;
	readonly pages: LivePages;
	/** The pages that machines may read. */
	readonly sections: () => readonly DiscoverableSection[];
}

export type SiteViews = ReturnType<typeof createSiteViews>;

export interface SiteViewsOptions extends LivePagesOptions {
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
}

/** Each view caches some rendered pages. */
const MAX_VIEWS = 16;

/** Creates the views of a site. Answers depend only on a view, so they cannot show other content. */
export function createSiteViews(options: SiteViewsOptions, snapshot: () => Snapshot) {
	const outsiders = createView(ANONYMOUS);
	const views = new LRUCache<string, SiteView>({ max: MAX_VIEWS });

	return {
		/** The view that every visitor may read. */
		outsiders,
		/** @param user Absent: a visitor who has not signed in. */
		viewFor(user: User | undefined): SiteView {
			const audience = audienceOf(user, accessRulesOf(options.revision()));
			if (!audience.isSignedIn) return outsiders;
			const view = views.get(audience.key) ?? createView(audience);
			views.set(audience.key, view);
			return view;
		},
	};

	function createView(audience: Audience): SiteView {
		const revision = (): Revision => readableRevision(options.revision(), audience);
		// Pages that this audience may not read begin and end snapshots as well: the search index has them.
		const current = memoizeBySnapshot(snapshot, (live) => ({
			...live,
			revision: readableRevision(live.revision, audience),
		}));
		const rulesNow = (): AccessRules => accessRulesOf(options.revision());
		const session = (): "sign-in" | "sign-out" | undefined => {
			const isOffered = options.signIn?.routes && !rulesNow().isEmpty;
			return isOffered ? (audience.isSignedIn ? "sign-out" : "sign-in") : undefined;
		};
		const isPrivate = (path: string): boolean => !mayRead(rulesNow().at(path), ANONYMOUS);
		const pages = createLivePages(
			{ ...options, revision, session, isPrivate, isForEveryone: !audience.isSignedIn },
			current,
		);
		return {
			...{ revision, snapshot: current, pages },
			mayOpen(path) {
				const rules = rulesNow();
				if (rules.isEmpty) return true;
				const paths = [path, pathOfMarkdown(path) ?? path];
				return paths.every((one) => mayRead(rules.at(one), audience));
			},
			mayLoad: ({ modules }) => mayLoadModules(modules, options.revision(), audience),
			mayRequestIsland: (name) => mayRequestIsland(name, options.revision(), audience),
			sections: memoizeBySnapshot(current, (its) =>
				discoverableSections(its.revision, pages.guards()),
			),
		};
	}
}
