import type { PageError } from "../../shared/page/errors.ts";
import type { MiddlewareOutcome } from "../../shared/page/middleware.ts";
import type { ErrorPayload, Payload } from "../../shared/page/payload.ts";
import { editionOf } from "../content/editions.ts";
import { notFoundPage, type Page } from "../content/pages/page.ts";
import { navigationOf, type PageRequest, type PageSources } from "./page-sources.ts";

/** An error instead of a page, with the navigation of its path. */
export function refusePage(sources: PageSources, path: string, error: PageError): ErrorPayload {
	const nearest = error.status === 404 ? sources.nearest(path) : [];
	const own = error.status === 404 ? ownNotFound(sources) : undefined;
	const { locale } = editionOf(path, sources.revision.config.editions);
	return {
		kind: "error",
		...(locale === undefined ? {} : { locale: locale.code }),
		error,
		navigation: navigationOf(sources, path),
		...(nearest.length === 0 ? {} : { nearest }),
		...(own !== undefined && { html: sources.bodyOf(own) }),
		...(own?.hasHeading === false && { title: own.title }),
	};
}

/** The redirect or the error of a guard. */
export function refuseGuarded(
	sources: PageSources,
	{ path }: PageRequest,
	outcome: Exclude<MiddlewareOutcome, { readonly kind: "pass" }>,
): Payload {
	return outcome.kind === "redirect" ? outcome : refusePage(sources, path, outcome.error);
}

/** The operator's page for error 404, if every visitor may see it. */
function ownNotFound({ revision, guards }: PageSources): Page | undefined {
	const page = notFoundPage(revision.pages, revision.config.settings.notFound);
	return page !== undefined && guards.judge(page, "").kind === "pass" ? page : undefined;
}
