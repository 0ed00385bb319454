import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from "fastify";
import { onTestFinished } from "vitest";
import { createRenderer } from "../../src/app/entry-server.tsx";
import { Metrics } from "../../src/platform/observability/metrics.ts";
import { createPreviewSigner } from "../../src/server/authorization/preview-signer.ts";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { packProblems } from "../../src/server/content/problem.ts";
import type { Revision } from "../../src/server/content/revision.ts";
import { openIconLibrary } from "../../src/server/icons/icon-library.ts";
import { createSiteIcons } from "../../src/server/icons/site-icons.ts";
import type { SiteDependencies } from "../../src/server/site.ts";
import { createSite } from "../../src/server/site.ts";
import type { BuildManifest } from "../../src/shared/builds/build-manifest.ts";
import { recordedLog } from "./recorded-log.ts";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";

export interface TestSiteOptions {
	readonly files: SiteFiles;
	readonly environment?: Readonly<Record<string, string>>;
	readonly dependencies?: Partial<SiteDependencies>;
	/** Absent: {@link TEST_MANIFEST}. */
	readonly manifest?: BuildManifest;
}

export interface TestSite {
	readonly service: FastifyInstance;
	readonly revision: Revision;
	readonly folder: string;
	/** Every line logged at level error or above; a test that expects none asserts that. */
	readonly errors: readonly string[];
}

export const TEST_MANIFEST: BuildManifest = {
	buildId: "test-build",
	entry: { scripts: ["entry-client.AAAA.js"], styles: ["entry-client.AAAA.css"] },
	pages: { index: { scripts: ["index.BBBB.js"], styles: [] } },
};

/** A build without assets and without earlier builds. */
const NO_BUILDS: SiteDependencies["builds"] = {
	live: { id: TEST_MANIFEST.buildId, timestamp: Date.parse("2026-11-20T11:00:00Z") },
	readAsset: async () => undefined,
	metaOf: async () => undefined,
};

/** The real site service with a temporary site folder; both are removed after the test. */
export async function createTestSite({ files, ...options }: TestSiteOptions): Promise<TestSite> {
	return createTestSiteOver(await writeSiteFolder(files), options);
}

/** Sends a request to a new site. */
export async function ask(
	options: TestSiteOptions,
	request: string | InjectOptions,
): Promise<Response> {
	const { service } = await createTestSite(options);
	return service.inject(request);
}

/** The real site service with an existing folder. */
export async function createTestSiteOver(
	folder: string,
	options: Omit<TestSiteOptions, "files"> = {},
): Promise<TestSite> {
	const { log, lines: errors } = recordedLog("error");
	const siteIcons = createSiteIcons({ siteFolder: folder, warn: (message) => log.warn(message) });
	const icons = openIconLibrary({ siteIcons, log });
	const { manifest = TEST_MANIFEST } = options;
	const renderer = createRenderer({ resolveIcon: icons.resolve });
	const revision = await loadRevision({
		siteFolder: folder,
		environment: options.environment ?? {},
		resolveIcon: icons.resolve,
		readDrawings: siteIcons.all,
		middleware: new Set(renderer.middleware.keys()),
		resizesImages: options.dependencies?.images !== undefined,
	});
	const service = createSite({
		revision: () => revision,
		renderer,
		manifest,
		icons,
		builds: NO_BUILDS,
		previews: createPreviewSigner("test-secret"),
		onRevision: () => () => undefined,
		trustedProxies: [],
		maxConnectionsPerAddress: 1000,
		sendTimeoutMs: 60_000,
		pageCacheBytes: 1024 * 1024,
		analytics: { upstream: undefined, timeoutMs: 1000 },
		log,
		metrics: new Metrics(),
		loopDelayMs: () => 0,
		readiness: () => ({ ready: true, details: {} }),
		problemPages: () => packProblems(revision.problems),
		now: () => Date.parse("2026-11-20T12:00:00Z"),
		...options.dependencies,
	});
	onTestFinished(() => service.close());
	return { service, revision, folder, errors };
}
