import { createContext } from "react";

/** Whether parts of a screen may ask for more: what a share link shows is all that it may have. */
export const IsSignedIn = createContext(false);
