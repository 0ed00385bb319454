import { wordIn } from "../shared/page/words.ts";
import { useRuntimeConfig } from "./runtime-config.ts";

/** @returns A function that translates a word of the frame into the language of the page. */
export function useWords(): (english: string) => string {
	const config = useRuntimeConfig();
	return (english) => wordIn(config, english);
}
