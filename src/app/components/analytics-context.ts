import { createContext } from "react";
import type { FlagValue } from "../../shared/page/flag-condition.ts";

/** What a page can tell the analytics service, and ask it. Without analytics nothing happens. */
export interface Analytics {
	readonly capture: (event: string, properties?: EventProperties) => void;
	/**
	 * Says who the visitor is from here on.
	 *
	 * @param id Of one person; placeholders are refused with a console error.
	 */
	readonly identify: (id: string, properties?: EventProperties) => void;
	/** Makes the visitor anonymous again, as a new visitor. */
	readonly reset: () => void;
	/** The same object until it changes. */
	readonly identity: () => Identity;
	/** What is known of a flag; the same object until the flags are asked for again. */
	readonly flag: (key: string) => FlagState;
	/** Says that the visitor has seen what the flag decides; each value is reported once. */
	readonly reportFlag: (key: string) => void;
	/** Asks for the flags again; several wishes within 5 ms are one request. */
	readonly reloadFlags: () => void;
	/** What visitors can switch on for themselves; none when the service cannot be asked. */
	readonly earlyAccessFeatures: () => Promise<readonly EarlyAccessFeature[]>;
	readonly enroll: (flagKey: string, isEnrolled: boolean) => void;
	readonly consent: () => Consent;
	/** The visitor agrees: what was held back is sent. */
	readonly grant: () => void;
	/** The visitor does not agree, or no longer: what was held back is forgotten. */
	readonly deny: () => void;
	/** To hear of changes of all of these. @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Whatever JSON can say. */
export type EventProperties = Readonly<Record<string, unknown>>;

export type Identity =
	| { readonly kind: "anonymous" }
	| { readonly kind: "identified"; readonly id: string };

export interface FlagState {
	/**
	 * `pending`: asked for, or about to be. `known`: as the service said last. `errored`: it could
	 * not be asked; the value is what was known before. `off`: there is no service to ask.
	 */
	readonly status: "pending" | "known" | "errored" | "off";
	/** `undefined` while it is not known, and when no such flag is defined. */
	readonly value: FlagValue | undefined;
	/** The JSON that comes with this value of the flag. */
	readonly payload: unknown;
}

/** `none`: the site asks for no consent. `pending`: the visitor has not chosen yet. */
export type Consent = "none" | "pending" | "granted" | "denied";

export interface EarlyAccessFeature {
	readonly flagKey: string;
	readonly name: string;
	readonly description: string;
	readonly documentationUrl: string | null;
}

export const ANONYMOUS: Identity = { kind: "anonymous" };

export const PENDING_FLAG: FlagState = { status: "pending", value: undefined, payload: undefined };

export const FLAG_OFF: FlagState = { status: "off", value: undefined, payload: undefined };

/** What the server renders with: flags are of one visitor, and its pages are of all. */
const NO_ANALYTICS: Analytics = {
	capture: () => undefined,
	identify: () => undefined,
	reset: () => undefined,
	identity: () => ANONYMOUS,
	flag: () => PENDING_FLAG,
	reportFlag: () => undefined,
	reloadFlags: () => undefined,
	earlyAccessFeatures: async () => [],
	enroll: () => undefined,
	consent: () => "none",
	grant: () => undefined,
	deny: () => undefined,
	subscribe: () => () => undefined,
};

export const AnalyticsContext = createContext(NO_ANALYTICS);
