import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { IconifyIcon } from "@iconify/types";
import { SITE_COLLECTION } from "../../shared/appearance/icons.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";

export interface SiteIcons {
	/** @returns `undefined` when there is no such file, or none that can be drawn. */
	readonly icon: (name: string) => IconifyIcon | undefined;
}

export interface SiteIconsOptions {
	/** An absolute path; asked each time, since another folder can be shown under way. */
	readonly siteFolder: () => string;
	/** Is told what had to be left out of a drawing, once for each state of its file. */
	readonly warn: (message: string) => void;
}

/** A drawing of this size is a picture, and belongs into `public/`. */
const MAX_BYTES = 64 * 1024;

/** More than any site draws; a bound, so that nothing grows without one. */
const MAX_KEPT = 500;

/**
 * Reads `icons/*.svg` of the site folder, each when it is first asked for and again when
 * its file has changed.
 */
export function createSiteIcons({ siteFolder, warn }: SiteIconsOptions): SiteIcons {
	const kept = new Map<
		string,
		{ readonly state: string; readonly icon: IconifyIcon | undefined }
	>();
	return {
		icon(name) {
			if (!ICON_NAME.test(name)) return undefined;
			const folder = siteFolder();
			const file = join(folder, "icons", `${name}.svg`);
			const status = stateOf(file);
			if (status === undefined) return undefined;
			const state = `${status} ${file}`;
			const known = kept.get(name);
			if (known?.state === state) return known.icon;
			const icon = readIcon(folder, name, warn);
			if (kept.size >= MAX_KEPT) kept.clear();
			kept.set(name, { state, icon });
			return icon;
		},
	};
}

/** What Iconify allows in names, so that no name can lead to another folder. */
const ICON_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function readIcon(
	siteFolder: string,
	name: string,
	warn: (message: string) => void,
): IconifyIcon | undefined {
	const relative = join("icons", `${name}.svg`);
	const text = readWithin(siteFolder, relative);
	const sanitized =
		text === undefined ? undefined : sanitizeSvg(text, `${SITE_COLLECTION}-${name}-`);
	if (sanitized === undefined) {
		warn(
			`${relative} must be a well-formed SVG with a viewBox, not larger than ${MAX_BYTES} bytes`,
		);
		return undefined;
	}
	if (sanitized.removed.length > 0) {
		warn(`${relative} is shown without what an icon may not have: ${sanitized.removed.join(", ")}`);
	}
	return sanitized.icon;
}

/** @returns `undefined` for a link: it could lead out of the site folder. */
function stateOf(file: string): string | undefined {
	const status = lstatSync(file, { throwIfNoEntry: false });
	return status?.isFile() === true ? `${status.mtimeMs} ${status.size}` : undefined;
}

function readWithin(siteFolder: string, relative: string): string | undefined {
	const file = join(siteFolder, relative);
	try {
		// The folder of icons itself may be a link.
		if (realpathSync(file) !== join(realpathSync(siteFolder), relative)) return undefined;
		return lstatSync(file).size > MAX_BYTES ? undefined : readFileSync(file, "utf8");
	} catch {
		// Gone since we looked: there is no such icon.
		return undefined;
	}
}
