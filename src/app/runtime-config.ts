import { createContext, useContext } from "react";
import type { PublicConfig } from "../shared/page/public-config.ts";

/** The configuration as it was when the document was made; the same on both sides. */
export const RuntimeConfigContext = createContext<PublicConfig | undefined>(undefined);

/** @throws {Error} Outside the app. */
export function useRuntimeConfig(): PublicConfig {
	const config = useContext(RuntimeConfigContext);
	if (config === undefined)
		throw new Error("The runtime configuration is known inside the app only");
	return config;
}
