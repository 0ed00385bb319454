import { tidyPath } from "../../shared/routes.ts";
import type { ImageSize } from "./image-size.ts";
import { foldPath, parsePageName } from "./page-path.ts";

/** Everything that a link can lead to, in the spellings in which authors write it. */
export class SiteMap {
	readonly basePath: string;
	readonly #pages: ReadonlyMap<string, MappedPage>;
	readonly #foldedPaths: ReadonlyMap<string, string>;
	readonly #files: ReadonlyMap<string, string>;
	readonly #imageSizes: ReadonlyMap<string, ImageSize>;

	constructor({ basePath, pages, foldedPaths, files, imageSizes }: SiteMapContent) {
		this.basePath = basePath;
		this.#pages = pages;
		this.#foldedPaths = foldedPaths;
		this.#files = files;
		this.#imageSizes = imageSizes;
	}

	/** @param path Absolute and decoded, with or without extension, order prefixes and final slash. */
	find(path: string): Target | undefined {
		const tidy = tidyPath(path);
		const page = this.#findPage(tidy) ?? this.#findPage(this.normalize(tidy));
		if (page !== undefined) return { kind: "page", path: page };
		const file = this.#files.get(tidy) ?? this.#files.get(foldPath(tidy));
		return file === undefined ? undefined : { kind: "file", path: file };
	}

	/** Where a page file of this name would be found, if it existed. */
	normalize(path: string): string {
		return parsePageName(path.slice(1)).path;
	}

	anchorsOf(path: string): ReadonlySet<string> {
		return this.#pages.get(path)?.anchors ?? new Set();
	}

	/** @param path Decoded path of an image. */
	imageSizeOf(path: string): ImageSize | undefined {
		return this.#imageSizes.get(path);
	}

	#findPage(path: string): string | undefined {
		return this.#pages.has(path) ? path : this.#foldedPaths.get(foldPath(path));
	}
}

export interface SiteMapContent {
	readonly basePath: string;
	readonly pages: ReadonlyMap<string, MappedPage>;
	readonly foldedPaths: ReadonlyMap<string, string>;
	/** Spellings of files, exact and folded → decoded path. */
	readonly files: ReadonlyMap<string, string>;
	/** By decoded path. */
	readonly imageSizes: ReadonlyMap<string, ImageSize>;
}

export interface MappedPage {
	readonly anchors: ReadonlySet<string>;
}

export interface Target {
	readonly kind: "page" | "file";
	readonly path: string;
}
