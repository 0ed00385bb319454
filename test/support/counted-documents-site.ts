import { createRenderer } from "../../src/app/entry-server.tsx";
import type { Renderer } from "../../src/server/pages/renderer.ts";
import type { SiteFiles } from "./site-folder.ts";
import { createTestSite, type TestSite } from "./test-site.ts";

/** A site that counts how often documents are prepared and rendered. */
export async function countedDocumentsSite(files: SiteFiles) {
	const counts = { prepared: 0, rendered: 0 };
	const real = createRenderer({ resolveIcon: () => undefined });
	const renderer: Renderer = {
		...real,
		prepareDocument(source) {
			counts.prepared += 1;
			const render = real.prepareDocument(source);
			return (query) => {
				counts.rendered += 1;
				return render(query);
			};
		},
	};
	let swapped: TestSite["revision"] | undefined;
	const first = await createTestSite({ files });
	const site = await createTestSite({
		files,
		dependencies: { renderer, revision: () => swapped ?? first.revision },
	});
	return {
		...site,
		prepared: () => counts.prepared,
		rendered: () => counts.rendered,
		swap: (revision: TestSite["revision"]) => {
			swapped = revision;
		},
	};
}
