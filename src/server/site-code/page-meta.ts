import type { StaticHandlerContext } from "react-router";
import type { RouteModule } from "../../app/site-code.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { HeadTag } from "../../shared/page/head.ts";
import type { LoadedMeta } from "../pages/code-runner.ts";

/** Runs `meta` of a page, if it is a function. */
export function metaOf(
	module: RouteModule | undefined,
	{ loaderData, matches, location, errors }: StaticHandlerContext,
): LoadedMeta | undefined {
	const { meta } = module ?? {};
	if (typeof meta !== "function") return undefined;
	const match = matches.at(-1);
	const data = match && loaderData[match.route.id];
	const error = Object.values(errors ?? {})[0];
	const result: unknown = meta({
		...{ loaderData: data, data, params: match?.params ?? {}, location, error },
		matches: matches.map(({ route, params, pathname }) => ({
			...{ id: route.id, params, pathname, loaderData: loaderData[route.id], handle: route.handle },
		})),
	});
	if (Array.isArray(result)) return metaOfDescriptors(result.filter(isRecord));
	return isRecord(result) ? metaOfKeys(result) : undefined;
}

/** Loggia's keys. */
function metaOfKeys({ title, description, robots, image, canonical, jsonLd }: Fields): LoadedMeta {
	const data = jsonLd === undefined ? [] : Array.isArray(jsonLd) ? jsonLd : [jsonLd];
	return {
		...textsOf({ title, description, robots, image }),
		tags: [
			...(typeof canonical === "string" ? [canonicalLink(canonical)] : []),
			...data.map(script),
		],
	};
}

/** React Router's descriptors. */
function metaOfDescriptors(descriptors: readonly Fields[]): LoadedMeta {
	const find = (name: string): unknown =>
		descriptors.find((one) => one["name"] === name && one["content"] !== undefined)?.["content"];
	const title = descriptors.find((one) => typeof one["title"] === "string")?.["title"];
	const texts = textsOf({ title, description: find("description"), robots: find("robots") });
	return { ...texts, tags: descriptors.flatMap(tagOf) };
}

type Fields = Readonly<Record<string, unknown>>;

function tagOf(descriptor: Fields): HeadTag[] {
	const { name, property, content, rel, href } = descriptor;
	const data = descriptor["script:ld+json"];
	if (data !== undefined) return [script(data)];
	if (typeof rel === "string" && typeof href === "string") return [{ tag: "link", rel, href }];
	if (typeof content !== "string") return [];
	if (typeof property === "string") return [{ tag: "meta", property, content }];
	// The description is also that of link previews.
	if (name === "description" || name === "robots") return [];
	return typeof name === "string" ? [{ tag: "meta", name, content }] : [];
}

function canonicalLink(href: string): HeadTag {
	return { tag: "link", rel: "canonical", href };
}

function script(data: unknown): HeadTag {
	return { tag: "script", type: "application/ld+json", text: JSON.stringify(data) };
}

function textsOf(fields: Fields): Omit<LoadedMeta, "tags"> {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => typeof value === "string"),
	);
}
