import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { stop } from "esbuild";
import { answerCalls } from "../../platform/workers/answer-calls.ts";
import type { Problem } from "../content/problem.ts";
import { buildCode, type CodeSources } from "./build-code.ts";
import { type StoredCode, storeCode } from "./store-code.ts";

/** Calls of a thread that builds the code of a site folder once. Its end frees the build's memory. */
export interface BuildCalls {
	readonly build: {
		readonly input: {
			readonly sources: CodeSources;
			/** Absolute; contains all data that outlives the process. */
			readonly dataFolder: string;
		};
		readonly output: StoredCode | readonly Problem[];
	};
}

let service: ChildProcess | undefined;
// Node publishes each process that this thread starts.
subscribe("child_process", (started) => {
	service = Object(started).process;
});

answerCalls<BuildCalls>({ build });

async function build({
	sources,
	dataFolder,
}: BuildCalls["build"]["input"]): Promise<BuildCalls["build"]["output"]> {
	const built = await buildCode(sources);
	const result = "manifest" in built ? await storeCode(dataFolder, built) : built;
	// A thread that ends before the service of esbuild leaves a zombie process.
	service?.ref();
	const ended = service && once(service, "exit");
	await stop();
	await ended;
	return result;
}
