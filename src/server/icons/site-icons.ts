import { lstatSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { IconifyIcon } from "@iconify/types";
import { SITE_COLLECTION } from "../../shared/appearance/icons.ts";
import { listDrawings } from "../content/files/icons-state.ts";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import { sanitizeSvg } from "./sanitize-svg.ts";

export interface SiteIcons {
	/** @returns `undefined` when there is no such file, or none that can be drawn. */
	readonly icon: (name: string) => IconifyIcon | undefined;
}

/** By name. */
export type Drawings = ReadonlyMap<string, IconifyIcon>;

export interface SiteIconsOptions {
	/** An absolute path. */
	readonly siteFolder: string;
	/** Is told what had to be left out of a drawing, once for each state of its file. */
	readonly warn: (message: string) => void;
}

/** A drawing of this size is a picture, and belongs into `public/`. */
const MAX_BYTES = 64 * 1024;

/** More than any site draws; a bound, so that nothing grows without one. */
const MAX_KEPT = 2000;

/**
 * Reads `icons/*.svg` of the site folder, each when it is first asked for and again when
 * its file has changed.
 *
 * It waits for the disk: for the thread that reads the folder alone.
 */
export function createSiteIcons({
	siteFolder,
	warn,
}: SiteIconsOptions): SiteIcons & { readonly all: () => Drawings } {
	const kept = new Map<
		string,
		{ readonly state: string; readonly icon: IconifyIcon | undefined }
	>();
	return { icon, all };

	function icon(name: string): IconifyIcon | undefined {
		if (!ICON_NAME.test(name)) return undefined;
		const state = stateOf(join(siteFolder, "icons", `${name}.svg`));
		if (state === undefined) return undefined;
		const known = kept.get(name);
		if (known?.state === state) return known.icon;
		const drawn = readIcon(siteFolder, name, warn);
		if (kept.size >= MAX_KEPT) kept.clear();
		kept.set(name, { state, icon: drawn });
		return drawn;
	}

	function all(): Drawings {
		const names = listDrawings(realpathSync(siteFolder)).map(({ name }) => basename(name, ".svg"));
		const drawn = names.slice(0, MAX_KEPT).map((name) => [name, icon(name)] as const);
		return new Map(drawn.filter((entry): entry is [string, IconifyIcon] => entry[1] !== undefined));
	}
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
	try {
		// The folder of icons itself may be a link, which what is read by its real path must not be.
		const file = join(realpathSync(siteFolder), relative);
		const reading = readRegularFile(file, { maxBytes: MAX_BYTES });
		return reading.kind === "read" ? reading.bytes.toString("utf8") : undefined;
	} catch {
		// Gone since we looked: there is no such icon.
		return undefined;
	}
}
