import { createContext } from "react";
import type { FlagValue } from "../../shared/page/flag-condition.ts";

/** Analytics for pages. Without analytics the functions do nothing. */
export interface Analytics {
	readonly capture: (event: string, properties?: EventProperties) => void;
	/**
	 * Identifies the visitor.
	 *
	 * @param id A text with a visible character; placeholders are refused with a console error.
	 */
	readonly identify: (id: string, properties?: EventProperties) => void;
	/** Whether events are sent, or wait for the visitor's consent. */
	readonly mayHear: () => boolean;
	/** Adds the visitor to a group, such as a company, until `reset()`. */
	readonly group: (type: string, key: string, properties?: EventProperties) => void;
	/** Makes the visitor anonymous again, as a new visitor. */
	readonly reset: () => void;
	/** The current identity; the same object until it changes. */
	readonly identity: () => Identity;
	/** The state of a flag; the same object until the flags are loaded again. */
	readonly flag: (key: string) => FlagState;
	/** Reports that the visitor saw the effect of a flag; each value is reported once. */
	readonly reportFlag: (key: string) => void;
	/** Loads the flags again; calls within 5 ms are merged into one request. */
	readonly reloadFlags: () => void;
	/** The features that visitors can switch on; empty when the service does not answer. */
	readonly earlyAccessFeatures: () => Promise<readonly EarlyAccessFeature[]>;
	readonly enroll: (flagKey: string, isEnrolled: boolean) => void;
	readonly consent: () => Consent;
	/** Records the visitor's consent: queued events are sent. */
	readonly grant: () => void;
	/** Records that the visitor declines or withdraws consent: queued events are discarded. */
	readonly deny: () => void;
	/** Subscribes to identity, flags and consent. @returns A function that ends the subscription. */
	readonly subscribe: (listener: () => void) => () => void;
}

/** Any JSON. */
export type EventProperties = Readonly<Record<string, unknown>>;

export type Identity =
	| { readonly kind: "anonymous" }
	| { readonly kind: "identified"; readonly id: string };

export interface FlagState {
	/**
	 * `pending`: not loaded yet. `known`: the latest response of the service. `errored`: no usable
	 * response; the known value stays. `off`: analytics is off, or the visitor has not consented.
	 */
	readonly status: "pending" | "known" | "errored" | "off";
	/** `undefined` until it is known, and for a flag that does not exist. */
	readonly value: FlagValue | undefined;
	/** The JSON that comes with this value of the flag. */
	readonly payload: unknown;
}

/** `none`: the site does not require consent. `pending`: the visitor has not chosen yet. */
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

/** Default on the server, whose pages are the same for all visitors. */
const NO_ANALYTICS: Analytics = {
	capture: () => undefined,
	identify: () => undefined,
	mayHear: () => false,
	group: () => undefined,
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
