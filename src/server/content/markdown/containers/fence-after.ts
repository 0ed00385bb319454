/** @returns The marks of the code block that is open after a line. */
export function fenceAfter(line: string, fence: string | undefined): string | undefined {
	if (fence === undefined) return openingFence(line);
	return endsFence(line, fence) ? undefined : fence;
}

/** @returns The marks with which a code block starts; what follows backticks holds no other backtick. */
function openingFence(line: string): string | undefined {
	return /^(?:(`{3,})[^`]*|(~{3,}).*)$/
		.exec(line)
		?.slice(1)
		.find((marks) => marks !== undefined);
}

/** As many of the same marks, or more, and nothing behind them. */
function endsFence(line: string, fence: string): boolean {
	const marks = /^(?:`+|~+)(?=[ \t]*$)/.exec(line)?.[0];
	return marks?.startsWith(fence) === true;
}
