import type { Logger } from "pino";
import type { LoadSheddingOptions } from "../../platform/load-shedding.ts";
import type { HealthOptions } from "../../platform/observability/health.ts";
import type { SignIn } from "../../platform/sign-in/sign-in.ts";
import type { BuildMeta } from "../../shared/builds/build-meta.ts";
import type { KeptBuilds } from "../assets/kept-builds.ts";
import type { ProblemPages } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";
import type { BotReads } from "../event-queue/site-events.ts";
import type { SendAnswer } from "../http-cache/send-answer.ts";
import type { SendError } from "../http-cache/send-error.ts";
import type { SendFile } from "../http-cache/send-file.ts";
import type { IconLibrary } from "../icons/icon-library.ts";
import type { ImageStore } from "../images/image-store.ts";
import type { LivePagesOptions } from "../pages/live-pages.ts";
import type { SiteView } from "../pages/site-views.ts";
import type { SiteSearch } from "../search/site-search.ts";
import type { CodeErrors } from "../site-code/errors/code-errors.ts";
import type { GitWebhookOptions } from "./git-webhook.ts";
import type { IngestOptions } from "./ingest.ts";

/** Dependencies of a site. Functions return the current state, since content changes. */
export interface SiteDependencies extends LivePagesOptions, HealthOptions, LoadSheddingOptions {
	/** Calls back after each new revision. @returns A function that stops the calls. */
	readonly onRevision: (callback: () => void) => () => void;
	/** Whether the site folder is missing or empty, without a last good version; absent: it is not. */
	readonly isMissing?: () => boolean;
	/** Problem pages of the live revision. */
	readonly problemPages: () => ProblemPages;
	/** Absent on a site without search. */
	readonly search?: Pick<SiteSearch, "search"> | undefined;
	readonly icons: Pick<IconLibrary, "lookUp">;
	/** Absent: no smaller sizes of images are made. */
	readonly images?: Pick<ImageStore, "find"> | undefined;
	readonly builds: Pick<KeptBuilds, "live" | "readAsset" | "metaOf">;
	readonly trustedProxies: readonly string[];
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
	readonly maxConnectionsPerAddress: number;
	readonly sendTimeoutMs: number;
	/** The analytics service behind this site. */
	readonly analytics: Omit<IngestOptions, "readTrace" | "loopDelayMs">;
	/** Absent: the site accepts no webhooks of forges. */
	readonly gitWebhook?: GitWebhookOptions | undefined;
	/** Limit of the answer cache. */
	readonly pageCacheBytes: number;
	readonly log: Logger;
	/** Absent: authors see no errors of the code. */
	readonly authoring?: Authoring;
	/** Called with each response; absent: reads of bots are not counted. */
	readonly botReads?: Pick<BotReads, "note"> | undefined;
}

/** What authors and developers of the site folder see of its errors. */
export interface Authoring {
	readonly codeErrors: CodeErrors;
	/** Absolute; `undefined`: the folder is missing. */
	readonly siteFolder: () => string | undefined;
	/** Whether the site runs for a developer. */
	readonly isDevelopment: boolean;
}

/** A route to a file by its name. */
export interface FileRoute {
	readonly Params: { readonly file: string };
	readonly Querystring: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Parts of a revision that are the same for every visitor. */
type SharedRevision = Omit<Revision, "pages" | "files" | "foldedPaths" | "tree" | "referring">;

/** Dependencies of plugins. Pages and files are in a request's view, limited to what the visitor may read. */
export interface SiteContext extends Omit<SiteDependencies, "revision"> {
	readonly revision: () => SharedRevision;
	/** The view that every visitor may read. */
	readonly outsiders: SiteView;
	/** Metadata of the running build, with the current route rules. */
	readonly meta: () => BuildMeta;
	readonly sendAnswer: SendAnswer;
	readonly sendError: SendError;
	readonly sendFile: SendFile;
}
