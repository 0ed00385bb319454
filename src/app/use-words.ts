import { wordIn } from "../shared/page/words.ts";
import { useRuntimeConfig } from "./runtime-config.ts";

/** @returns Gives a word of the frame in the language of the page. */
export function useWords(): (english: string) => string {
	const config = useRuntimeConfig();
	return (english) => wordIn(config, english);
}
