import { join } from "node:path";

/**
 * Settings of Node and of the C library under which a service is started; the operator's own
 * come before them. Compiled code is kept from one start to the next, and threads share two
 * pools of memory: with one for each, what one has freed is of no use to the others.
 */
export function thriftOf(dataFolder: string | undefined): NodeJS.ProcessEnv {
	return {
		...(dataFolder === undefined ? {} : { NODE_COMPILE_CACHE: join(dataFolder, "compiled") }),
		MALLOC_ARENA_MAX: "2",
	};
}
