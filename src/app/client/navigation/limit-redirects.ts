import type { View } from "../../view.ts";

export type LoadView = (request: Request) => Promise<View>;

/** The limit that the Fetch standard sets to browsers is 20; a chain of ours is never this long. */
const MAX_REDIRECTS = 10;

/**
 * Ends redirects that go round in a circle: the router would follow them for ever.
 *
 * @param leave Loads the destination as a document: the browser knows how to tell the visitor.
 */
export function limitRedirects(load: LoadView, leave: (url: string) => Promise<never>): LoadView {
	let inARow = 0;
	return async (request) => {
		try {
			const view = await load(request);
			inARow = 0;
			return view;
		} catch (thrown) {
			if (!(thrown instanceof Response)) throw thrown;
			inARow += 1;
			if (inARow <= MAX_REDIRECTS) throw thrown;
			inARow = 0;
			return leave(request.url);
		}
	};
}
