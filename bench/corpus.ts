import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensureBuild } from "../scripts/build.ts";
import type { Adoption } from "../src/migrate/adoption.ts";
import { type AdoptedPage, checkAddresses } from "../src/migrate/check-addresses.ts";
import { recognize } from "../src/migrate/recognize.ts";
import { loadRevision } from "../src/server/content/load-revision.ts";
import { isVisible } from "../src/server/content/pages/page.ts";
import type { LoadedRevision } from "../src/server/content/revision.ts";
import { mayName } from "./corpus/may-name.ts";
import { whileServed, withAdoptedCopy } from "./corpus/serve-corpus.ts";
import { findTemplateText } from "./corpus/template-text.ts";

/** Results of one documentation. */
interface Measured {
	readonly name: string;
	readonly generator: string;
	readonly pages: number;
	readonly found: number;
	readonly answered: number;
	readonly addresses: number;
	/** Addresses that respond with a redirect. */
	readonly redirected: number;
	readonly anchors: number;
	readonly anchorLinks: number;
	/** A sentence for each failed expectation, for `SHOW=1`. */
	readonly faults: readonly string[];
	readonly templated: readonly string[];
	readonly unreported: readonly string[];
}

/** Adopts and serves copies of documentations, and prints results: `npm run measure:corpus -- FOLDER…`. */
async function measureCorpora(folders: readonly string[]): Promise<void> {
	await ensureBuild(dirname(import.meta.dirname));
	console.log(
		"| Documentation | Generator | Pages 200 | Addresses the same | By a redirect | Anchors | Template text | Unreported |",
	);
	console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
	for (const folder of folders) console.log(row(await measureCorpus(resolve(folder))));
}

function measureCorpus(folder: string): Promise<Measured> {
	return withAdoptedCopy(folder, async (copy) => {
		const adoption = recognize(copy);
		if (adoption === undefined) throw new Error(`Nothing is recognized in "${folder}"`);
		const revision = await loadRevision({ siteFolder: copy, environment: {} });
		const judged = checkAddresses(atAddress(adoption, revision), revision, new Map());
		const isKnown = adoption.addresses !== undefined;
		const pages = isKnown ? judged : pagesOf(revision);
		const { dead, ...anchors } = anchorsOf(copy, revision);
		const visited = await whileServed(copy, (origin) => {
			// A path in the URL of the site precedes all paths, as at the origin of the pages.
			const { basePath } = revision.config.public;
			return askForAll({ origin: origin + basePath, basePath }, pages, revision);
		});
		return {
			name: basename(folder),
			generator: adoption.generator,
			...anchors,
			...visited,
			addresses: isKnown ? visited.addresses : 0,
			faults: [...dead, ...visited.faults],
		};
	});
}

/** Returns the pages of a generator whose addresses are unknown. */
function pagesOf({ pages, listing }: LoadedRevision): readonly AdoptedPage[] {
	const files = new Set(listing.pages.map(({ file }) => file));
	return [...pages.values()]
		.filter(({ file }) => files.has(file))
		.map(({ file, path }) => ({ file, path, original: path, answer: "same" }));
}

/** If pages were moved to the address of a larger site, adds that address to the original addresses. */
function atAddress(adoption: Adoption, { config }: LoadedRevision): Pick<Adoption, "addresses"> {
	const [only, ...others] = config.settings.content ?? [];
	if (typeof adoption.settings.content !== "string" || others.length > 0 || !only?.at)
		return adoption;
	const moved = Object.entries(adoption.addresses ?? {}).map(([file, address]) => [
		file,
		`/${only.at}${address}`,
	]);
	return { addresses: Object.fromEntries(moved) };
}

function anchorsOf(
	siteFolder: string,
	{ parsed, problems, pages }: LoadedRevision,
): Pick<Measured, "anchors" | "anchorLinks"> & { dead: readonly string[] } {
	const references = [...parsed.values()].flatMap(({ body }) => body.references);
	const links = references.filter(
		({ kind, target }) =>
			kind === "link" && /#./.test(target) && !/^[a-z][a-z\d+.-]*:/i.test(target),
	);
	const elsewhere = problems.filter(({ message }) =>
		/^Link "[^"]*#.*leads to no page/.test(message),
	);
	const lost = problems.filter(({ message }) => message.includes("leads to no heading of"));
	const dead = lost.filter(({ message }) => {
		const [, anchor = "", path = ""] =
			/#([^"]*)" leads to no heading of "([^"]*)"/.exec(message) ?? [];
		const file = pages.get(path)?.file;
		return file === undefined || mayName(readFileSync(join(siteFolder, file), "utf8"), anchor);
	});
	// Anchors that were dead at the origin of the pages do not count.
	const anchorLinks = links.length - elsewhere.length - (lost.length - dead.length);
	return {
		anchorLinks,
		anchors: anchorLinks - dead.length,
		dead: dead.map(({ file, line, message }) => `anchor: ${file}:${line} ${message}`),
	};
}

type Visited = Omit<Measured, "name" | "generator" | "anchors" | "anchorLinks">;

interface ServedAt {
	/** Includes the base path. */
	readonly origin: string;
	readonly basePath: string;
}

async function askForAll(
	{ origin, basePath }: ServedAt,
	pages: readonly AdoptedPage[],
	revision: LoadedRevision,
): Promise<Visited> {
	const reported = new Set(revision.problems.map(({ file }) => file));
	const counts = { found: 0, answered: 0, redirected: 0 };
	const templated: string[] = [];
	const faults: string[] = [];
	// The generator does not serve drafts and expired pages either.
	const served = pages.filter(({ path }) => isServed(revision, path));
	for (const { file, original, path } of served) {
		const response = path === undefined ? undefined : await ask(origin + encodeURI(path));
		const html = (await response?.text()) ?? "";
		if (response?.status === 200) counts.found += 1;
		else faults.push(`page: ${file} is not served at ${path}`);
		// A final slash does not make another address.
		const plain = original
			.replace(/(?<=\/)index\.html$/, "")
			.replace(basePath === "" ? /(?<=.)\/$/ : /\/$/, "");
		const before = await ask(origin + (plain.includes("%") ? plain : encodeURI(plain)));
		const isAnswered =
			before.status === 200 && path !== undefined && pathOf(before.url, basePath) === path;
		if (isAnswered && before.redirected) counts.redirected += 1;
		else if (isAnswered) counts.answered += 1;
		if (!isAnswered || before.redirected)
			faults.push(`address: ${original} of ${file} leads to ${before.status} ${before.url}`);
		await before.body?.cancel();
		const text = findTemplateText(html);
		if (text !== undefined) {
			templated.push(file);
			faults.push(`template: ${file}: ${JSON.stringify(text)}`);
		}
	}
	return {
		...counts,
		pages: served.length,
		addresses: served.length,
		templated,
		faults,
		unreported: templated.filter((file) => !reported.has(file)),
	};
}

function isServed({ pages }: LoadedRevision, path: string | undefined): boolean {
	const page = path === undefined ? undefined : pages.get(path);
	return page === undefined || isVisible(page, Date.now());
}

/** Retries: a server on a busy machine refuses requests and sends `retry-after`. */
async function ask(url: string): Promise<Response> {
	for (;;) {
		const response = await fetch(url);
		const seconds = Number(response.headers.get("retry-after") ?? "0");
		if (response.status !== 503 || seconds === 0) return response;
		await response.body?.cancel();
		await setTimeout(seconds * 1000);
	}
}

function pathOf(url: string, basePath: string): string {
	const { pathname } = new URL(url, "http://localhost");
	return decodeURI(pathname).slice(basePath.length) || "/";
}

function row(measured: Measured): string {
	const { name, generator, pages, found, answered, redirected, addresses } = measured;
	const { anchors, anchorLinks } = measured;
	if (process.env["SHOW"] !== undefined) console.error(measured.faults.join("\n"));
	const cells = [
		name,
		generator,
		`${found} of ${pages}`,
		share(answered, addresses),
		share(redirected, addresses),
		share(anchors, anchorLinks),
		share(measured.templated.length, pages),
		String(measured.unreported.length),
	];
	return `| ${cells.join(" | ")} |`;
}

function share(part: number, whole: number): string {
	return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}

await measureCorpora(process.argv.slice(2));
