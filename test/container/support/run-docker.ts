import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

export interface DockerAnswer {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface DockerOptions {
	/** On top of what docker itself needs: a test must not depend on who runs it. */
	readonly environment?: Readonly<Record<string, string>>;
	readonly folder?: string;
}

/** Runs `docker` with the words and waits for its end, whatever that is. */
export async function tryDocker(
	words: readonly string[],
	{ environment = {}, folder }: DockerOptions = {},
): Promise<DockerAnswer> {
	const options = {
		cwd: folder,
		env: environmentOfDocker(environment),
		maxBuffer: 256 * 1024 * 1024,
	};
	try {
		return { code: 0, ...(await execute("docker", words, options)) };
	} catch (error) {
		// What execFile() rejects with when a program ends with another code than 0.
		const { code, stdout, stderr } = error as DockerAnswer;
		return { code, stdout, stderr };
	}
}

/**
 * The same for what must succeed.
 *
 * @returns What it wrote to standard output, without white space around it.
 * @throws {Error} When the exit code is not 0; the message carries what was said.
 */
export async function runDocker(
	words: readonly string[],
	options?: DockerOptions,
): Promise<string> {
	const { code, stdout, stderr } = await tryDocker(words, options);
	if (code === 0) return stdout.trim();
	throw new Error(`"docker ${words.join(" ")}" ended with ${code}:\n${stdout}${stderr}`);
}

export function environmentOfDocker(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
	const { PATH, HOME, DOCKER_HOST, DOCKER_CONFIG } = process.env;
	const own = Object.entries({ PATH, HOME, DOCKER_HOST, DOCKER_CONFIG });
	return { ...Object.fromEntries(own.filter(([, value]) => value !== undefined)), ...added };
}
