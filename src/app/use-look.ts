import { type FrameLook, PLAIN_FRAME } from "../shared/page/site-look.ts";
import { useRuntimeConfig } from "./runtime-config.ts";

/** @returns The operator's look of the frame. */
export function useLook(): FrameLook {
	return useRuntimeConfig().look ?? PLAIN_FRAME;
}
