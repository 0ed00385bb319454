import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Parser } from "htmlparser2";
import { ASSETS_FOLDER } from "../../shared/builds/build-manifest.ts";
import { buildMetaPath, latestBuildPath } from "../../shared/builds/build-meta.ts";
import { escapeAttribute } from "../../shared/document/html.ts";
import { belowBasePath, payloadUrl, urlPath } from "../../shared/routing/routes.ts";
import type { Revision } from "../content/revision.ts";
import { OperatorError } from "../errors.ts";
import { WARM_UP_ADDRESS } from "../http-cache/warm-up.ts";
import { MACHINE_PATHS } from "../seo/machine-paths.ts";
import { markdownPath } from "../seo/page-markdown.ts";

export interface ExportSources {
	readonly site: Pick<FastifyInstance, "inject">;
	/** The revision without private pages. */
	readonly revision: Pick<Revision, "pages" | "files" | "config" | "routeRules">;
	readonly buildId: string;
	/** Names of the build's files. */
	readonly assets: readonly string[];
}

/** No page has this path. */
const ABSENT = "/404/absent";

/**
 * Writes the public site as static files, for hosts without server code. Requests every public path from
 * the site itself, and every address on the site that these pages link to.
 *
 * @param folder Absolute; new or empty.
 * @returns The number of written pages and files.
 * @throws {OperatorError} When the folder has files.
 */
export async function exportSite(folder: string, sources: ExportSources) {
	await mkdir(folder, { recursive: true });
	if ((await readdir(folder)).length > 0) {
		throw new OperatorError("command-invalid", [`The folder must be empty: "${folder}" is not`]);
	}
	const { site, revision, buildId } = sources;
	const { basePath } = revision.config.public;
	const counts = { pages: 0, files: 0 };
	const urls = seeds(sources);
	// Iterating over a set includes addresses that are added meanwhile.
	for (const url of urls) {
		const [path = "/"] = (belowBasePath(basePath, url) ?? "/").split("?", 1);
		const { statusCode, headers, rawPayload } = await ask(url);
		const isPage = headers["content-type"]?.toString().startsWith("text/html") === true;
		if (statusCode >= 300 && statusCode < 400) {
			if (!isFile(path)) await save(pageFile(path), renderRedirect(String(headers.location)));
		} else if (statusCode === 200 && isPage) {
			await save(pageFile(path), rawPayload);
			counts.pages += 1;
			const links = linksIn(rawPayload.toString(), basePath);
			const page = decodeURI(path);
			const payload = payloadUrl(basePath, page, buildId);
			for (const link of [...links, payload, urlPath(basePath, markdownPath(page))]) urls.add(link);
		} else if (statusCode === 200) {
			await save(path, rawPayload);
			if (path !== MACHINE_PATHS.sitemap) continue;
			for (const [part] of rawPayload.toString().matchAll(SITEMAP_PART)) urls.add(basePath + part);
		}
	}
	await save("/404.html", (await ask(basePath + ABSENT)).rawPayload);
	return counts;

	function ask(url: string) {
		const headers = { accept: "text/html,*/*", "accept-encoding": "identity" };
		return site.inject({ url, headers, remoteAddress: WARM_UP_ADDRESS });
	}

	async function save(path: string, content: string | Buffer): Promise<void> {
		const file = join(folder, decodeURI(path));
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
		counts.files += 1;
	}
}

/** Returns the addresses that are requested even if no page links to them. */
function seeds({ revision, buildId, assets }: ExportSources): Set<string> {
	const { pages, files, routeRules, config } = revision;
	const { basePath } = config.public;
	const paths = ["/", ...pages.keys(), ...files.keys(), ...routeRules.matcher.exactPaths];
	const others = [
		...[...Object.values(MACHINE_PATHS), latestBuildPath(0), buildMetaPath(buildId)],
		...assets.map((name) => `/${ASSETS_FOLDER}/${name}`),
	];
	return new Set([
		...paths.map((path) => urlPath(basePath, path)),
		...others.map((path) => basePath + path),
	]);
}

const SITEMAP_PART = /\/sitemap-\d+\.xml/g;

/** A static host cannot send a redirect status, so the file itself redirects. */
function renderRedirect(location: string): string {
	const url = escapeAttribute(location);
	return `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${url}"><a href="${url}">Moved</a>\n`;
}

/** Static file servers answer a folder with its `index.html`. */
function pageFile(path: string): string {
	return /\.html?$/.test(path) ? path : join(path, "index.html");
}

function isFile(path: string): boolean {
	return /\.\w{1,8}$/.test(path);
}

/** A URL of `srcset`, which may contain commas, and its size descriptor. */
const CANDIDATE = /([^\s,]\S*[^\s,])(?:\s[^,]*)?/g;

const LINKS = ["href", "src", "srcset"];

/** @returns Addresses of this site in a document, without queries and fragments. */
function linksIn(html: string, basePath: string): readonly string[] {
	const found: string[] = [];
	const parser = new Parser({
		onopentag(_name, attributes) {
			for (const name of LINKS) {
				const value = attributes[name] ?? "";
				const urls =
					name === "srcset"
						? Array.from(value.matchAll(CANDIDATE), ([, one = ""]) => one)
						: [value];
				found.push(...urls.filter((url) => /^\/(?!\/)/.test(url)));
			}
		},
	});
	parser.end(html);
	return found
		.map((url) => url.replace(/[?#].*$/, ""))
		.filter((url) => belowBasePath(basePath, url) !== undefined);
}
