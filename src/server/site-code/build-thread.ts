import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { stop } from "esbuild";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import { CodeBuilder, type CodeSources, type FailedBuild } from "./build-code.ts";
import type { CodeFolder } from "./code-folder.ts";
import { type StoredCode, storeCode } from "./store-code.ts";

/**
 * Calls of a thread that builds the code of a site folder. For visitors it builds once, and its end frees
 * the build's memory. A developer's thread builds again from what it knows.
 */
export interface BuildCalls {
	readonly build: {
		readonly input: {
			readonly sources: CodeSources;
			readonly folder: CodeFolder;
			/** Absolute; contains all data that outlives the process. */
			readonly dataFolder: string;
			/** Stored with the build, to recognize it. */
			readonly key: string;
		};
		readonly output: StoredCode | FailedBuild;
	};
}

let service: ChildProcess | undefined;
// Node publishes each process that this thread starts.
subscribe("child_process", (started) => {
	service = Object(started).process;
});

answerCalls<BuildCalls>({ build });

let builder: CodeBuilder | undefined;

async function build({
	sources,
	folder,
	dataFolder,
	key,
}: BuildCalls["build"]["input"]): Promise<BuildCalls["build"]["output"]> {
	builder ??= new CodeBuilder(sources);
	const built = await builder.build(folder);
	const { isDevelopment, siteFolder } = sources;
	const result =
		"manifest" in built
			? await storeCode(dataFolder, built, { isDevelopment, siteFolder, key })
			: built;
	if (isDevelopment) return result;
	await builder.dispose();
	// A thread that ends before the service of esbuild leaves a zombie process.
	service?.ref();
	const ended = service && once(service, "exit");
	await stop();
	await ended;
	return result;
}
