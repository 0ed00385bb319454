import { type ExecFileException, execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Standard output of a limited process, or the reason of its failure. */
export type LimitedOutput =
	| { readonly kind: "done"; readonly output: Buffer }
	| { readonly kind: "failed"; readonly reason: string };

export interface ProcessLimits {
	readonly timeMs: number;
	/** JavaScript heap, in MB. */
	readonly memoryMb: number;
	readonly outputBytes: number;
	/** Standard input; absent: empty. */
	readonly input?: Uint8Array;
	/** Whether the program may load native libraries; default: `false`. */
	readonly hasAddons?: boolean;
}

/**
 * Runs a Node program on untrusted input. The program may read files. It may not write files, open a
 * connection, or start a process or a thread, and it gets no environment variables.
 *
 * @param entry The JavaScript file to run.
 */
export function runLimited(
	entry: URL,
	words: readonly string[],
	{ timeMs, memoryMb, outputBytes, input, hasAddons = false }: ProcessLimits,
): Promise<LimitedOutput> {
	const flags = ["--permission", "--allow-fs-read=*", `--max-old-space-size=${memoryMb}`];
	if (hasAddons) flags.push("--allow-addons");
	return new Promise((resolve) => {
		const onEnd = (error: ExecFileException | null, output: Buffer): void => {
			if (error === null) resolve({ kind: "done", output });
			else resolve({ kind: "failed", reason: reasonOf(error) });
		};
		const { stdin } = execFile(
			process.execPath,
			[...flags, fileURLToPath(entry), ...words],
			{
				...{ env: {}, timeout: timeMs, maxBuffer: outputBytes },
				...{ killSignal: "SIGKILL", encoding: "buffer" },
			},
			onEnd,
		);
		// A program that ends early closes its input, which causes an error here.
		stdin?.on("error", () => undefined).end(input);
	});

	function reasonOf({ code, killed, signal, message }: ExecFileException): string {
		if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return `more than ${outputBytes} bytes`;
		if (killed === true) return `more than ${timeMs / 1000} s`;
		// V8 aborts when the heap is full.
		if (signal === "SIGABRT" || signal === "SIGTRAP") return `more than ${memoryMb} MB of memory`;
		// The message is the command, followed by the standard error of the program.
		return /^\w*Error\b.*/m.exec(message)?.[0] ?? "an end without an error";
	}
}
