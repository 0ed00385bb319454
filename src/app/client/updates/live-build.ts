import { createReloadGuard, type ReloadGuardOptions } from "./reload-guard.ts";

export interface LiveBuildOptions extends ReloadGuardOptions {
	/** Id of the running build. */
	readonly buildId: string;
}

export type LiveBuild = ReturnType<typeof createLiveBuild>;

/** Compares the build of the tab with the build that the server runs. */
export function createLiveBuild({ buildId, ...options }: LiveBuildOptions) {
	const { claim, claimLastingly } = createReloadGuard(options);
	let own = buildId;
	let live = buildId;
	return {
		ownId: () => own,
		/** Called when the tab runs the modules of another build. */
		adopt(adopted: string): void {
			own = adopted;
			live = adopted;
		},
		/** Called with the build that the server runs. */
		onBuild(seen: string): void {
			live = seen;
		},
		isStale,
		/**
		 * Each newer build allows one more reload: a folder with code may be deployed every few seconds.
		 *
		 * @returns Whether this URL path may be loaded in full to recover; at most once per 10 s.
		 */
		claimReload: (path: string) => claim(isStale() ? `${path} ${live}` : path),
		/** Like `claimReload()`, for a document that reloads itself. */
		claimLastingly,
	};

	function isStale(): boolean {
		return live !== own;
	}
}
