import { lstatSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { IconifyIcon } from "@iconify/types";
import { LRUCache } from "lru-cache";
import { SITE_COLLECTION } from "../../shared/theme/icons.ts";
import { realFolder } from "../content/files/folder-walk.ts";
import { listDrawings } from "../content/files/list-site-folder.ts";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";

export interface SiteIcons {
	/** @returns `undefined` when there is no such file, or it is not a valid drawing. */
	readonly icon: (name: string) => IconifyIcon | undefined;
}

export interface SiteIconsOptions {
	/** An absolute path. */
	readonly siteFolder: string;
	/** Called once for each state of a file that is invalid or contains forbidden parts. */
	readonly warn: (message: string) => void;
}

/** A larger drawing is a picture and belongs in `public/`. */
const MAX_BYTES = 64 * 1024;

/** Maximum number of icons in the cache and in `all()`. */
const MAX_CACHED = 2000;

/**
 * Reads `icons/*.svg` of the site folder on demand, and again when a file has changed.
 *
 * Blocks on the disk, so only the content thread may use it.
 */
export function createSiteIcons({
	siteFolder,
	warn,
}: SiteIconsOptions): SiteIcons & { readonly all: () => ReadonlyMap<string, IconifyIcon> } {
	const cache = new LRUCache<string, { state: string; icon: IconifyIcon | undefined }>({
		max: MAX_CACHED,
	});
	return { icon, all };

	function icon(name: string): IconifyIcon | undefined {
		if (!ICON_NAME.test(name)) return undefined;
		const state = stateOf(join(siteFolder, "icons", `${name}.svg`));
		if (state === undefined) return undefined;
		const known = cache.get(name);
		if (known?.state === state) return known.icon;
		const drawn = readIcon(siteFolder, name, warn);
		cache.set(name, { state, icon: drawn });
		return drawn;
	}

	function all(): ReadonlyMap<string, IconifyIcon> {
		const drawn = listDrawings(realFolder(siteFolder))
			.slice(0, MAX_CACHED)
			.map((file) => basename(file.name, ".svg"))
			.map((name) => [name, icon(name)] as const);
		return new Map(drawn.filter((entry): entry is [string, IconifyIcon] => entry[1] !== undefined));
	}
}

/** Iconify's rule for names; also prevents path traversal. */
const ICON_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function readIcon(
	siteFolder: string,
	name: string,
	warn: (message: string) => void,
): IconifyIcon | undefined {
	const file = join("icons", `${name}.svg`);
	const text = readWithin(siteFolder, file);
	const sanitized = text && sanitizeSvg(text, `${SITE_COLLECTION}-${name}-`);
	if (!sanitized) {
		warn(`${file} must be a well-formed SVG with a viewBox, not larger than ${MAX_BYTES} bytes`);
		return undefined;
	}
	const removed = sanitized.removed.join(", ");
	if (removed !== "") {
		warn(`${file} contains elements that icons must not contain; removed: ${removed}`);
	}
	return sanitized.icon;
}

/** @returns `undefined` for a symbolic link, which could lead out of the site folder. */
function stateOf(file: string): string | undefined {
	const status = lstatSync(file, { throwIfNoEntry: false });
	return status?.isFile() === true ? `${status.mtimeMs} ${status.size}` : undefined;
}

function readWithin(siteFolder: string, relative: string): string | undefined {
	try {
		// The folder of icons may be a link; the path that is read must not contain one.
		const file = join(realpathSync(siteFolder), relative);
		const reading = readRegularFile(file, { maxBytes: MAX_BYTES });
		return reading.kind === "read" ? reading.bytes.toString("utf8") : undefined;
	} catch {
		// The file was deleted after it was listed.
		return undefined;
	}
}
