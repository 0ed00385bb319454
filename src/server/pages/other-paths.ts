import type { Payload } from "../../shared/page/payload.ts";
import { foldPath } from "../../shared/routing/route-pattern.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { isMachinePath } from "../seo/machine-paths.ts";
import type { PageRequest, PageSources } from "./page-sources.ts";

/** Resolves the path of a file of the site folder, or of a file for machines such as the sitemap. */
export function resolveFile({ revision }: PageSources, { path }: PageRequest): Payload | undefined {
	return revision.files.has(path) || isMachinePath(path) ? { kind: "document" } : undefined;
}

/** Redirects from another letter case, and from the file name of the page. */
export function resolveOtherSpelling(
	sources: PageSources,
	request: PageRequest,
): Payload | undefined {
	const { revision, guards } = sources;
	const page = revision.pages.get(revision.foldedPaths.get(foldPath(request.path)) ?? "");
	// A redirect to a hidden page would show that it exists.
	if (page === undefined || guards.checkAccess(page, request.query).kind === "abort")
		return undefined;
	const to = urlPath(revision.config.public.basePath, page.path) + request.query;
	return { kind: "redirect", to, status: 308 };
}
