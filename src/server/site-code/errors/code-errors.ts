import type { SiteCode } from "../../content/site-code.ts";

type Build = Pick<SiteCode, "module">;

/** Path of errors that authors see on each page: the page that calls a function is unknown. */
export const ANY_PAGE = "*";

/** Stores the newest errors of the code of a site folder, for its authors. */
export class CodeErrors {
	#module: string | undefined;
	/** Stacks by path and origin. */
	readonly #stacks = new Map<string, readonly string[]>();
	readonly #listeners = new Set<() => void>();

	/**
	 * Replaces the errors of one origin on a page; another build has no errors yet.
	 *
	 * @param origin What has failed, such as `load`.
	 */
	set({ module }: Build, path: string, { origin, stacks }: FoundErrors): void {
		if (this.#module !== module) this.#stacks.clear();
		this.#module = module;
		const key = `${path} ${origin}`;
		if (stacks.length === 0) {
			this.#stacks.delete(key);
			return;
		}
		this.#stacks.set(key, stacks);
		if (this.#stacks.size > MAX_KEPT) this.#stacks.delete([...this.#stacks.keys()][0] ?? "");
		for (const listener of this.#listeners) listener();
	}

	/** @returns Stacks of the errors on a page in this build. */
	of(build: Build | undefined, path: string): readonly string[] {
		if (build?.module !== this.#module) return [];
		return [...this.#stacks].flatMap(([key, stacks]) =>
			key.startsWith(`${path} `) || key.startsWith(`${ANY_PAGE} `) ? stacks : [],
		);
	}

	/** Calls back after each error. @returns A function that stops the calls. */
	onError(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}
}

interface FoundErrors {
	readonly origin: string;
	readonly stacks: readonly string[];
}

/** A folder has more pages, but an author looks at few. */
const MAX_KEPT = 100;
