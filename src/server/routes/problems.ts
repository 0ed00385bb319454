import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "../../platform/address-list.ts";
import { previewToken } from "../../shared/page/middleware.ts";
import {
	type BrowserError,
	PROBLEMS_PATH,
	type ShownError,
	type ShownProblems,
} from "../../shared/page/shown-problems.ts";
import { readPath } from "../../shared/routing/routes.ts";
import type { KeptBuilds } from "../assets/kept-builds.ts";
import type { PreviewSigner } from "../authorization/preview-signer.ts";
import {
	type Problem,
	type ProblemPages,
	readProblemPage,
	readProblemsOf,
} from "../content/problem.ts";
import type { SharedRevision } from "../content/revision.ts";
import { JSON_TYPE } from "../http-cache/send-answer.ts";
import type { CodeErrors } from "../site-code/errors/code-errors.ts";
import { originalStack } from "../site-code/errors/original-stack.ts";
import { shownErrorOf, withFrame } from "../site-code/errors/shown-error.ts";

/** Files whose mistakes stop a build. */
const CODE = /\.(?:[cm]?[jt]sx?|mdx|css)$/;

/** The `check-site` command is better for longer lists. */
const MAX_SHOWN = 100;

/** What authors and developers of the site folder see of its errors. */
export interface Authoring {
	readonly codeErrors: CodeErrors;
	/** Absolute; `undefined`: the folder is missing. */
	readonly siteFolder: () => string | undefined;
	/** Whether the site runs for a developer. */
	readonly isDevelopment: boolean;
}

interface ProblemsOptions {
	/** Absent: authors see no errors of the code. */
	readonly authoring: Authoring | undefined;
	readonly builds: Pick<KeptBuilds, "readAsset">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly previews: Pick<PreviewSigner, "isValid">;
	/** Problem pages of the live revision. */
	readonly problemPages: () => ProblemPages;
	readonly revision: () => SharedRevision;
}

/**
 * Lists problems page by page, only for this machine: problems name hidden pages. With `path`, lists the
 * problems that a tab with `?live` shows beside that page, also for editors. A preview link of a page
 * suffices for the problems of that page.
 */
export const problems = fp<ProblemsOptions>(async (site, context) => {
	const { problemPages, previews, now, revision, authoring } = context;
	site.get(PROBLEMS_PATH, { logLevel: "warn" }, async (request, reply) => {
		const isHere = isOfThisMachine(request.raw);
		const query = new URLSearchParams(request.target.query);
		const path = query.get("path");
		if (path === null && !isHere) return reply.callNotFound();
		const answer =
			path === null
				? await readProblemPage(problemPages(), query)
				: await besidePage(request, path, isHere || isEditor(request));
		if (answer === undefined) return reply.callNotFound();
		return reply.type(JSON_TYPE).header("cache-control", "no-store").send(answer);
	});

	if (authoring?.isDevelopment === true) {
		// An error in the browser of a developer.
		site.post(PROBLEMS_PATH, async (request, reply) => {
			const { code } = revision();
			if (!isOfThisMachine(request.raw) || code === undefined) return reply.callNotFound();
			// The script of a developer's build sends it as text.
			const { path, stack } = JSON.parse(String(request.body)) as BrowserError;
			const original = await originalStack(stack, code.siteFolder, (name) =>
				context.builds.readAsset(name),
			);
			authoring.codeErrors.set(code, path, { origin: `browser ${stack}`, stacks: [original] });
			request.log.error(
				{ stack: original, path },
				"The code of the site has failed in the browser",
			);
			return reply.code(204).send();
		});
	}

	async function besidePage(
		{ target, view }: FastifyRequest,
		sentPath: string,
		seesAll: boolean,
	): Promise<string | undefined> {
		const reading = readPath(sentPath);
		const path = "path" in reading ? reading.path : sentPath;
		const isPreviewed = previews.isValid(path, previewToken(target.query) ?? "", now());
		if (!seesAll && !isPreviewed) return undefined;
		const file = view.revision().pages.get(path)?.file;
		const { ofFile, first, count } = await readProblemsOf(problemPages(), file);
		const errors = seesAll ? await errorsOf(path, first) : [];
		const shown: ShownProblems = {
			ofPage: ofFile
				.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
				.slice(0, MAX_SHOWN),
			...(seesAll && { ofSite: { count, first: first.slice(0, MAX_SHOWN) } }),
			...(errors.length > 0 && { errors }),
		};
		return JSON.stringify(shown);
	}

	async function errorsOf(path: string, found: readonly Problem[]): Promise<readonly ShownError[]> {
		const folder = authoring?.siteFolder();
		if (authoring === undefined || folder === undefined) return [];
		const mistakes = found.filter(({ file, line }) => CODE.test(file) && line !== undefined);
		const stacks = authoring.codeErrors.of(revision().code, path);
		return Promise.all([
			...mistakes.map((problem) => withFrame(folder, problem)),
			...stacks.map((stack) => shownErrorOf(folder, stack)),
		]);
	}

	function isEditor({ user }: FastifyRequest): boolean {
		const { editors } = revision().config.settings.access;
		return user?.groups.some((group) => editors.includes(group)) === true;
	}
});
