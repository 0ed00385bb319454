import { createContext, useContext } from "react";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { type FrameLook, PLAIN_FRAME } from "../shared/page/site-look.ts";
import { wordIn } from "../shared/page/words.ts";

/** The configuration when the document was rendered; equal on the server and in the browser. */
export const RuntimeConfigContext = createContext<PublicConfig | undefined>(undefined);

/** @throws {Error} Outside the app. */
export function useRuntimeConfig(): PublicConfig {
	const config = useContext(RuntimeConfigContext);
	if (config === undefined) throw new Error("No runtime configuration");
	return config;
}

/** @returns The operator's look of the frame. */
export function useLook(): FrameLook {
	return useRuntimeConfig().look ?? PLAIN_FRAME;
}

/** @returns A function that translates a word of the frame into the language of the page. */
export function useWords(): (english: string) => string {
	const config = useRuntimeConfig();
	return (english) => wordIn(config, english);
}
