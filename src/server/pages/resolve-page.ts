import { pageNotFound } from "../../shared/page/errors.ts";
import type { Payload } from "../../shared/page/payload.ts";
import { type Editions, editionOf } from "../content/versions.ts";
import { type PageRequest, type PageSources, refusePage } from "./page-sources.ts";

/** Resolves the paths of one kind of page. @returns `undefined` for any other path. */
export type PageResolver = (sources: PageSources, request: PageRequest) => Payload | undefined;

/**
 * Resolves a path to a page, a redirect, another document, or an error: the first resolver decides that
 * knows the path.
 *
 * Documents and payloads both use it, so that a page is hidden from both or from neither.
 */
export function resolvePage(
	resolvers: readonly PageResolver[],
	sources: PageSources,
	request: PageRequest,
): Payload {
	const { path } = request;
	const payload = withEdition(
		resolveFirst(resolvers, sources, request) ?? refusePage(sources, path, pageNotFound(path)),
		path,
		sources.revision.config.editions,
	);
	if (payload.kind !== "page") return payload;
	const { page } = payload;
	const styles = sources.codeStyles(page);
	return {
		...payload,
		page: {
			...page,
			...(styles.length > 0 && { styles: [...(page.styles ?? []), ...styles] }),
			...(sources.isPrivate(path) && { isPrivate: true }),
		},
	};
}

function resolveFirst(
	resolvers: readonly PageResolver[],
	sources: PageSources,
	request: PageRequest,
): Payload | undefined {
	for (const resolve of resolvers) {
		const payload = resolve(sources, request);
		if (payload !== undefined) return payload;
	}
	return undefined;
}

/** Adds the language of the path, and the version if it is not the newest. */
export function withEdition<Given extends Payload>(
	payload: Given,
	path: string,
	editions: Editions,
): Given {
	const { locale, version } = editionOf(path, editions);
	const isOld = version !== editions.versions[0];
	if (payload.kind !== "page" || (locale === undefined && !isOld)) return payload;
	const page = {
		...payload.page,
		...(locale === undefined ? {} : { locale: locale.code }),
		...(isOld ? { version: version?.name } : {}),
	};
	return { ...payload, page };
}
