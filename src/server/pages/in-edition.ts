import type { Payload } from "../../shared/page/payload.ts";
import { type Editions, editionOf } from "../content/editions.ts";

/** Says of a page in which language it is shown and of which old version it is; most sites have one of each. */
export function inEdition<Given extends Payload>(
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
