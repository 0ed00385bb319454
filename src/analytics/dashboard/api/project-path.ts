/**
 * Beginning of every address of the project that is shown, such as `/projects/3f9c12ab04de`; empty
 * for the first, and for what all have in common.
 */
export function projectPath(): string {
	return /^\/projects\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";
}
