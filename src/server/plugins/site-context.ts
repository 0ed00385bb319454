import type { SendAnswer } from "../answers/send-answer.ts";
import type { SendError } from "../answers/send-error.ts";
import type { Revision } from "../content/revision.ts";
import type { DiscoverableSection } from "../discovery/discoverable-sections.ts";
import type { LivePages } from "../pages/live-pages.ts";
import type { SiteSearch } from "../search/site-search.ts";
import type { Snapshot } from "../visibility/snapshot.ts";

/** What plugins share. Functions return the state of this moment, since content changes. */
export interface SiteContext {
	readonly revision: () => Revision;
	readonly snapshot: () => Snapshot;
	readonly pages: LivePages;
	/** The pages that machines may know. */
	readonly sections: () => readonly DiscoverableSection[];
	/** Absent on a site without search. */
	readonly search?: Pick<SiteSearch, "search"> | undefined;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
}
