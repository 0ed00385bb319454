import type { IconifyIcon } from "@iconify/types";
import type { SiteFile } from "./files/site-file.ts";
import type { Page } from "./pages/page.ts";
import type { Problem } from "./problem.ts";
import type { RouteRules } from "./route-rules.ts";
import type { SiteConfig } from "./site-config.ts";
import type { PageTree } from "./site-tree/page-tree.ts";
import type { Spellings } from "./site-tree/spellings.ts";

/** One immutable snapshot of the site folder. */
export interface Revision {
	/** A hash of what the folder says, never of the clock. */
	readonly id: string;
	readonly config: SiteConfig;
	/** By true path; drafts and pages of another time are included, guards decide. */
	readonly pages: ReadonlyMap<string, Page>;
	/** Folded path or alias (`/x/index`, `/x/readme`, `/x.md`, `/x.html`) → true path. */
	readonly foldedPaths: Spellings;
	/** Decoded path → file: `public/**` and the files beside pages. */
	readonly files: ReadonlyMap<string, SiteFile>;
	/** What navigation is made from. */
	readonly tree: PageTree;
	/** Of `site.yaml` and of the `_redirects` file. */
	readonly routeRules: RouteRules;
	/** The operator's own icons, by name. */
	readonly drawings: ReadonlyMap<string, IconifyIcon>;
	readonly problems: readonly Problem[];
}
