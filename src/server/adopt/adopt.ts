import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { NavigationEntry } from "../../platform/settings/site-file-settings.ts";
import { loadRevision } from "../content/load-revision.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import { OperatorError } from "../errors.ts";
import type { Adoption } from "./adoption.ts";
import { inferAddress } from "./infer-address.ts";
import { judgeAddresses, pageAt } from "./judge-addresses.ts";
import { recognize } from "./recognize.ts";
import { isLost, reportAdoption } from "./report-adoption.ts";
import { siteFileText } from "./site-file.ts";

/**
 * Writes the `site.yaml` of a folder that was written for another generator. No page is changed, and
 * a file that is there already is only replaced with `--force`.
 *
 * @param words `FOLDER [--force] [--print] [--json]`
 * @returns What to print.
 * @throws {OperatorError} When the words are not understood, or nothing is recognized.
 */
export async function adopt(words: readonly string[]): Promise<string> {
	const { folder, force, print, json } = readWords(words);
	const recognized = recognize(folder);
	if (recognized === undefined) {
		throw new OperatorError("command-invalid", [
			`The folder must hold a documentation of a known generator, or a README: nothing is known in "${folder}"`,
		]);
	}
	const adoption = await atItsAddress(folder, recognized);
	const configured = adoption.settings.redirects ?? new Map<string, string>();
	const draft = siteFileText(adoption, configured);
	const revision = await loadRevision({
		siteFolder: folder,
		environment: {},
		configText: draft.text,
	});
	const addresses = judgeAddresses(folder, adoption, revision);
	const redirects = new Map([...configured, ...addresses.redirects]);
	const { text, leftOut } = siteFileText(adoption, redirects);
	if (print) return text;
	const outcome = write(join(folder, SITE_CONFIG_FILE), text, force);
	if (json) return JSON.stringify(machineReport(adoption, addresses.pages, revision.problems));
	return reportAdoption({
		adoption,
		...addresses,
		problems: revision.problems,
		leftOut,
		outcome,
	});
}

/** Moves pages to the address that their own links give them. */
async function atItsAddress(folder: string, adoption: Adoption): Promise<Adoption> {
	const { settings, addressOf } = adoption;
	const { content, navigation } = settings;
	if (typeof content !== "string") return adoption;
	const { text: configText } = siteFileText(adoption, new Map());
	const revision = await loadRevision({ siteFolder: folder, environment: {}, configText });
	const at = inferAddress(revision.problems, (path) => pageAt(revision, path) !== undefined);
	if (at === undefined) return adoption;
	const below = at.slice(1);
	return {
		...adoption,
		settings: {
			...settings,
			content: [{ folder: content, at }],
			...(navigation === undefined ? {} : { navigation: moved(navigation, below) }),
		},
		addressOf: ({ name, frontMatter }) => {
			const original = addressOf({ name: name.slice(below.length + 1), frontMatter });
			return original === undefined ? undefined : `${at}${original}`;
		},
	};
}

function moved(entries: readonly NavigationEntry[], below: string): readonly NavigationEntry[] {
	return entries.map(({ page, folder, pages, ...entry }) => ({
		...entry,
		...(page === undefined ? {} : { page: `${below}/${page}` }),
		...(folder === undefined ? {} : { folder: folder === "" ? below : `${below}/${folder}` }),
		...(pages === undefined ? {} : { pages: moved(pages, below) }),
	}));
}

function readWords(words: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			args: [...words],
			allowPositionals: true,
			options: {
				force: { type: "boolean", default: false },
				print: { type: "boolean", default: false },
				json: { type: "boolean", default: false },
			},
		});
		const [folder, ...rest] = positionals;
		if (folder !== undefined && rest.length === 0 && existsSync(folder)) {
			return { ...values, folder: resolve(folder) };
		}
	} catch {
		// An option that is not known: the sentence below says which there are.
	}
	throw new OperatorError("command-invalid", [
		`The words must be one folder that exists, and --force, --print or --json: got "${words.join(" ")}"`,
	]);
}

function write(file: string, text: string, force: boolean): string {
	if (existsSync(file) && !force) {
		return `${file} is there already and stays as it is: --print shows what would be in it, --force replaces it`;
	}
	writeFileSync(file, text);
	return `${file} is written`;
}

/** What `measure:corpus` asks for. */
function machineReport(
	{ generator, evidence, settings }: Adoption,
	pages: ReturnType<typeof judgeAddresses>["pages"],
	problems: readonly { readonly message: string }[],
): object {
	return {
		generator,
		evidence,
		navigation: settings.navigation,
		pages: pages.map((page) => ({ ...page, isLost: isLost(page) })),
		problems: problems.length,
	};
}
