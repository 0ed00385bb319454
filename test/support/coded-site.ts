import { loadRevision } from "../../src/server/content/load-revision.ts";
import type { SiteCode } from "../../src/server/content/site-code.ts";
import type { CodeRunner } from "../../src/server/pages/code-runner.ts";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";
import {
	createTestSiteOver,
	TEST_MANIFEST,
	type TestSite,
	type TestSiteOptions,
} from "./test-site.ts";

export interface CodedSiteOptions extends Pick<TestSiteOptions, "dependencies"> {
	readonly files: SiteFiles;
	/** Absent members are empty. */
	readonly code: Partial<SiteCode>;
	/** Functions that replace the code thread; calls of others fail. */
	readonly runner?: Partial<CodeRunner>;
}

/** The site service with code that needs no build. */
export async function createCodedSite(options: CodedSiteOptions): Promise<TestSite> {
	const folder = await writeSiteFolder(options.files);
	const code: SiteCode = {
		manifest: TEST_MANIFEST,
		module: "",
		siteFolder: "",
		basePath: "",
		pages: [],
		components: [],
		layouts: [],
		middleware: [],
		islands: [],
		api: [],
		...options.code,
	};
	const { components, islands } = code;
	const reading = { code, problems: [], folders: [] };
	const revision = await loadRevision({
		siteFolder: folder,
		environment: {},
		code: { list: () => ({ names: { components, islands }, read: async () => reading }) },
	});
	const runner: CodeRunner = {
		load: fail,
		document: fail,
		island: fail,
		api: fail,
		register: () => 0,
		...options.runner,
	};
	return createTestSiteOver(folder, {
		dependencies: { revision: () => revision, code: runner, ...options.dependencies },
	});
}

function fail(): never {
	throw new Error("The test has no such function");
}
