import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

export interface HighlightingOptions {
	/** Sees to it that the code of the page at a path is highlighted; `undefined` when it is already, as nearly always. */
	readonly highlight: (path: string) => Promise<void> | undefined;
}

/** Lets a page wait until its code is highlighted: what is sent of it is the same from the first answer on. */
export const highlighting = fp(registerHighlighting, {
	name: "highlighting",
	fastify: "5.x",
	dependencies: ["paths"],
});

async function registerHighlighting(
	site: FastifyInstance,
	{ highlight }: HighlightingOptions,
): Promise<void> {
	site.addHook("onRequest", (request, _reply, next) => {
		const { path } = request.requestedPage;
		const work = path === undefined ? undefined : highlight(path);
		// Nothing is awaited where there is nothing to wait for: most requests pass through here.
		return work === undefined ? next() : work;
	});
}
