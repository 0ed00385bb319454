import { addAPIProvider } from "@iconify/core/lib/api/config";
import { loadIcon } from "@iconify/core/lib/api/icons";
import { setAPIModule } from "@iconify/core/lib/api/modules";
import { fetchAPIModule, setFetch } from "@iconify/core/lib/api/modules/fetch";
import { getStorage } from "@iconify/core/lib/storage/storage";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import {
	ICON_ENDPOINT,
	ICON_SERVICE_ORIGINS,
	iconMarkup,
	SITE_COLLECTION,
} from "../../../shared/theme/icons.ts";
import { fetchTwice } from "../updates/fetch-twice.ts";

export interface IconClientOptions {
	readonly basePath: string;
	readonly fetch: typeof globalThis.fetch;
	/** Whether the client may request icons that the site lacks from the public service. */
	readonly publicFallback: boolean;
}

/** @returns The markup of an SVG, or `undefined` when no collection has the icon. */
export type LoadIcon = (name: string) => Promise<string | undefined>;

/** Iconify's provider names; the empty one is its public service. */
const SITE_PROVIDER = "loggia";
const PUBLIC_PROVIDER = "";

const SERVICE_LIMITS = { maxURL: 500, rotate: 750, timeout: 5000 };

const SITE_LIMITS = {
	maxURL: 500,
	/** There is no other resource; Iconify's time-out starts after the rotation. */
	rotate: 1,
	/** The visitor sees a gap until then. */
	timeout: 1500,
	/** Ignores late data: after a time-out, the public service is used. */
	dataAfterTimeout: false,
};

/**
 * Iconify's client: it batches icons into one request, and uses the public service when the site's
 * endpoint fails or times out.
 */
export function createIconClient({ basePath, fetch, publicFallback }: IconClientOptions): LoadIcon {
	setAPIModule(PUBLIC_PROVIDER, fetchAPIModule);
	// Iconify counts the length of an address before it encodes the commas.
	setFetch((url: string) => fetchTwice(fetch, url.replaceAll("%2C", ",")));
	addAPIProvider(SITE_PROVIDER, {
		resources: [""],
		path: basePath + ICON_ENDPOINT,
		...SITE_LIMITS,
	});
	addAPIProvider(PUBLIC_PROVIDER, { resources: [...ICON_SERVICE_ORIGINS], ...SERVICE_LIMITS });

	return async (name) => {
		const own = await load(SITE_PROVIDER, name);
		const isPrivate = name.startsWith(`${SITE_COLLECTION}:`);
		if (own !== undefined || isPrivate || !publicFallback) return own;
		return load(PUBLIC_PROVIDER, name);
	};
}

async function load(provider: string, name: string): Promise<string | undefined> {
	try {
		const { attributes, body } = iconToSVG(await loadIcon(`@${provider}:${name}`));
		return iconMarkup(attributes, body);
	} catch {
		// Iconify would never retry this icon, although a retry may succeed.
		const [collection = "", icon = ""] = name.split(":");
		getStorage(provider, collection).missing.delete(icon);
		return undefined;
	}
}
