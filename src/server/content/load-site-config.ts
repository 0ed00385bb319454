import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../platform/env.ts";
import { decodeText } from "./files/decode-text.ts";
import { isInside } from "./files/list-site-folder.ts";
import { type FileReading, readRegularFile } from "./files/read-regular-file.ts";
import { parseSiteConfig, SITE_CONFIG_FILE } from "./parse-site-config.ts";
import { type SiteConfig, SiteConfigError } from "./site-config.ts";

/** Ten thousand route rules have room in it. */
const MAX_BYTES = 4_000_000;

/**
 * Loads the configuration of a site folder; one without `site.yaml` has the defaults.
 *
 * @param root The real path of the site folder.
 * @throws {SiteConfigError} When the file or the environment cannot be used.
 */
export function loadSiteConfig(root: string, environment: Environment): SiteConfig {
	return parseSiteConfig(readSiteText(root, SITE_CONFIG_FILE) ?? "", environment);
}

/**
 * Reads a text file that stands directly in the site folder.
 *
 * @returns `undefined` when there is none.
 * @throws {SiteConfigError} When there is one and it cannot be used.
 */
export function readSiteText(root: string, name: string): string | undefined {
	const reading = readInside(root, name);
	if (reading.kind === "absent") return undefined;
	if (reading.kind === "refused") throw unusable(name, reading.rule);
	const text = decodeText(reading.bytes);
	if (text.kind === "refused") throw unusable(name, text.rule);
	return text.text.replace(/^\uFEFF/, "");
}

function readInside(root: string, name: string): FileReading {
	let realPath: string;
	try {
		realPath = realpathSync(join(root, name));
	} catch {
		// No such file, or a link that leads nowhere.
		return { kind: "absent" };
	}
	if (!isInside(root, realPath)) {
		return { kind: "refused", rule: "must not be a link that leads out of the site folder" };
	}
	return readRegularFile(realPath, { maxBytes: MAX_BYTES });
}

function unusable(file: string, rule: string): SiteConfigError {
	return new SiteConfigError([{ file, message: `The file ${rule}` }]);
}
