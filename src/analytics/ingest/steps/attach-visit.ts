import { APP_LIBRARIES } from "../../protocol/app-libraries.ts";
import { isViewEvent } from "../../protocol/view-events.ts";
import { SESSION_GAP_MS } from "../../store/columns/sessions.ts";
import { parseUrl, shortText, visitedPage } from "../../store/events/visited-page.ts";
import type { Properties, VisitTraits } from "../../store/new-event.ts";
import { sourceOf, withChannel } from "../channel.ts";
import type { Draft, RequestFacts, Step } from "../draft.ts";
import type { FindPlace, Place } from "../places.ts";
import type { VisitorKeys } from "../visitor-key.ts";
import { isWebEvent } from "./attach-bot.ts";

const SESSION_GAP_S = SESSION_GAP_MS / 1_000;

/** PostHog's value for visits without a referrer, such as a typed address. */
const DIRECT = "$direct";

export interface VisitOptions {
	/** Identity of a visitor: `network`: address and user agent; `client`: the id in the client. */
	readonly countVisitorsBy: "network" | "client";
	/** Country and region by address; absent: visits have neither. */
	readonly findPlace?: FindPlace | undefined;
}

/** Attaches the visit to events of browsers and apps: visitor, page, source, place and device. */
export function attachVisit(
	visitorKeys: VisitorKeys,
	{ countVisitorsBy, findPlace }: VisitOptions,
): Step {
	return (draft, facts) => {
		const isOfApp = APP_LIBRARIES.has(draft.properties["$lib"]);
		if (draft.bot !== undefined || isLateLeave(draft)) return draft;
		if (!isOfApp && !isWebEvent(draft, facts)) return draft;
		// An app keeps its ids, and its users share addresses.
		const isByClient = isOfApp || countVisitorsBy === "client" || keepsIdentity(draft);
		const isByNetwork = !isByClient && facts.agent?.isBrowser === true;
		const key = isByNetwork ? visitorKeys.ofBrowser(draft, facts) : undefined;
		const url = parseUrl(draft.properties["$current_url"]);
		const session = isByClient ? shortText(draft.properties["$session_id"]) : undefined;
		const visit = {
			visitor: key,
			session: session === undefined ? undefined : visitorKeys.ofSession(session),
			page: isViewEvent(draft.event) ? viewedPage(draft, url) : undefined,
			status: statusOf(draft.properties),
			traits: {
				...withChannel(readTraits(draft.properties, url, facts)),
				...placeOf(facts, findPlace),
			},
		};
		return { ...draft, visit };
	};
}

/** @returns The page of a view. A screen is a page of an app. */
function viewedPage({ event, properties }: Draft, url: URL | undefined): string | undefined {
	return event === "$screen" ? shortText(properties["$screen_name"]) : visitedPage(properties, url);
}

function placeOf({ address }: RequestFacts, findPlace: FindPlace | undefined): Place {
	return address === undefined || findPlace === undefined ? {} : findPlace(address);
}

/** With `analytics.identity: browser`, the site's client sets this property on each event. */
function keepsIdentity({ properties }: Draft): boolean {
	return properties["$client_identity"] === "browser";
}

/** Whether a tab closes after its visit has ended, such as the next day. It starts no new visit. */
function isLateLeave({ event, properties }: Draft): boolean {
	return event === "$pageleave" && Number(properties["$prev_pageview_duration"]) > SESSION_GAP_S;
}

/** @returns The HTTP status of the shown page, if the site sends it. */
function statusOf(properties: Properties): string | undefined {
	const status = Number(properties["status"]);
	return status >= 100 && status <= 599 ? String(Math.floor(status)) : undefined;
}

function readTraits(
	properties: Properties,
	url: URL | undefined,
	{ agent }: RequestFacts,
): VisitTraits {
	const parameters = url === undefined || url.search === "" ? undefined : url.searchParams;
	const campaign = (name: string): string | undefined =>
		shortText(properties[name]) ?? shortText(parameters?.get(name));
	return {
		referrer: referrerOf(properties, url),
		utm_source: campaign("utm_source"),
		utm_medium: campaign("utm_medium"),
		utm_campaign: campaign("utm_campaign"),
		utm_term: campaign("utm_term"),
		utm_content: campaign("utm_content"),
		browser: shortText(properties["$browser"]) ?? agent?.browser,
		os: shortText(properties["$os"]) ?? shortText(properties["$os_name"]) ?? agent?.os,
		device: shortText(properties["$device_type"]) ?? agent?.device,
		language: shortText(properties["$browser_language"]) ?? shortText(properties["$locale"]),
		host: shortText(url?.host) ?? shortText(properties["$app_namespace"]),
	};
}

/** @returns The domain of another site; links within the site count as direct. */
function referrerOf(properties: Properties, url: URL | undefined): string {
	const hostname = parseUrl(properties["$referrer"])?.hostname ?? "";
	if (hostname === "" || hostname === url?.hostname) return DIRECT;
	return shortText(sourceOf(hostname)) ?? DIRECT;
}
