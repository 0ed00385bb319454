import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import type { SiteFile } from "../content/files/place-files.ts";
import type { PageRecord } from "../content/pages/page.ts";
import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";
import type { SiteConfig } from "../content/site-config.ts";
import type { ProblemPages } from "./problem-pages.ts";
import type { TreeOutline } from "./tree-outline.ts";

/** What the thread that reads the site folder is started with. */
export interface ContentThreadData {
	/** Absolute. */
	readonly siteFolder: string;
	/** Whether it is the handbook, since the operator has not set `SITE_DIR`. */
	readonly isEmbedded: boolean;
	/** Absolute. */
	readonly dataFolder: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Whether git is asked when files have changed; absent: it is not. */
	readonly readsCommitTimes?: boolean;
	/** What was parsed by another build is not used. */
	readonly buildId: string;
	/** So many problems are sent; absent: enough to act on. */
	readonly maxProblems?: number;
	/** Where this thread and each of its helpers note which file they read, for the watchdog. */
	readonly current: readonly SharedArrayBuffer[];
	/** Stamps by file: a thread before this one was stuck in these states. */
	readonly stuckFiles: ReadonlyMap<string, string>;
}

/** What has changed from the revision before; what is absent is as it was. */
export interface RevisionDelta {
	/** Nothing was sent before by this thread. */
	readonly isComplete: boolean;
	readonly id: string;
	/** Absent while the site folder is missing or empty and there is no last good version. */
	readonly folder: string | undefined;
	readonly config?: SiteConfig;
	/** Present when the route rules must be compiled anew. */
	readonly rules?: { readonly redirectsText: string | undefined };
	/** True paths of pages that are gone. The new ones have been sent before. */
	readonly removed: readonly string[];
	/** Where pages are; present when pages have come, gone or moved. */
	readonly contentFolders?: readonly ContentFolder[];
	readonly files?: readonly (readonly [string, SiteFile])[];
	readonly tree?: TreeOutline;
	/** The first of them. */
	readonly problems: readonly Problem[];
	readonly problemCount: number;
	readonly problemPages?: ProblemPages;
	readonly drawings?: Revision["drawings"];
	/** The id of a kept revision that was brought back. */
	readonly heldId: string | undefined;
	/** Why this is not what the operator's folder says now, as a sentence. */
	readonly degraded: string | undefined;
}

export type FromContentThread =
	| { readonly kind: "pages"; readonly pages: readonly PageRecord[] }
	| { readonly kind: "revision"; readonly delta: RevisionDelta }
	/** There is nothing to serve, and only the operator can change that. */
	| { readonly kind: "refused"; readonly message: string }
	| {
			readonly kind: "log";
			readonly level: "info" | "warn" | "error";
			readonly message: string;
			readonly details: Readonly<Record<string, unknown>>;
	  };

/** The last batch of pages was taken: another may come. */
export interface ToContentThread {
	readonly kind: "taken";
}
