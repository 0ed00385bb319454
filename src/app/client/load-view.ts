import { type LoaderFunctionArgs, redirect } from "react-router";
import type { Payload } from "../../shared/payload.ts";
import { belowBasePath, readPath } from "../../shared/routes.ts";
import { pageParams } from "../page-params.ts";
import type { PageModule } from "../pages/page-table.ts";
import type { View } from "../view.ts";
import type { PayloadRequest } from "./load-payload.ts";

export interface ViewSources {
	readonly basePath: string;
	readonly loadPayload: (request: PayloadRequest) => Promise<Payload | undefined>;
	readonly loadPage: (id: string) => Promise<PageModule>;
	/** Leaves the app for a document, and never comes back. */
	readonly loadDocument: (url: string) => Promise<never>;
}

/** The loader of the layout: from a location to what it shows. */
export async function loadView(
	sources: ViewSources,
	{ request }: Pick<LoaderFunctionArgs, "request">,
): Promise<View> {
	const { pathname, search } = new URL(request.url);
	const reading = readPath(belowBasePath(sources.basePath, pathname) ?? "");
	if (reading.kind === "misspelt") throw redirect(reading.path + search);
	if (reading.kind !== "path") return sources.loadDocument(request.url);
	const { path } = reading;
	const payload = await sources.loadPayload({ path, query: search, signal: request.signal });
	switch (payload?.kind) {
		case "page":
			return {
				...payload,
				...(await sources.loadPage(payload.page.id)),
				params: pageParams(payload.page),
				query: search,
			};
		case "error":
			return payload;
		case "redirect":
			throw redirect(new URL(payload.to, request.url).href);
		default:
			return sources.loadDocument(request.url);
	}
}
