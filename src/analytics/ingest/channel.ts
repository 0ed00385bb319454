import type { VisitTraits } from "../store/new-event.ts";

/** Channels of visits. The handbook has the same table: `site/pages/5.analytics/10.channels.md`. */
export const CHANNELS = {
	paid: { name: "Paid", media: "cpc ppc cpm cpv cpa cpp paid display banner retargeting" },
	email: {
		name: "Email",
		media: "email e-mail e_mail mail newsletter",
		sites: `newsletter email mail.google.com mail.yahoo.com outlook.live.com outlook.office.com
			outlook.office365.com mail.proton.me mail.zoho.com com.google.android.gm`,
	},
	assistant: {
		name: "AI assistant",
		media: "ai llm",
		sites: `chatgpt.com openai.com claude.ai perplexity.ai gemini.google.com bard.google.com
			copilot.microsoft.com copilot.com deepseek.com mistral.ai grok.com meta.ai you.com poe.com
			phind.com`,
	},
	social: {
		name: "Social",
		media: "social social-media social_media sm",
		sites: `facebook.com instagram.com threads.net threads.com whatsapp.com x.com twitter.com t.co
			linkedin.com lnkd.in reddit.com youtube.com youtu.be pinterest.* tiktok.com snapchat.com
			discord.com t.me telegram.org bsky.app mastodon.social news.ycombinator.com lobste.rs quora.com
			tumblr.com vk.com weibo.com xing.com medium.com com.linkedin.android com.reddit.frontpage`,
	},
	organic: {
		name: "Organic search",
		media: "organic",
		sites: `google.* bing.com duckduckgo.com yahoo.* yandex.* baidu.com ecosia.org qwant.com
			startpage.com search.brave.com kagi.com naver.com seznam.cz sogou.com so.com mojeek.com
			ask.com aol.com com.google.android.googlequicksearchbox`,
	},
	referral: { name: "Referral", media: "referral affiliate partner" },
} as const satisfies Record<
	string,
	{ readonly name: string; readonly media: string; readonly sites?: string }
>;

/**
 * Adds the channel of a visit unless it is set: from the link's medium, its source, or the referrer,
 * in this order. Campaign parameters without a known channel give `Campaign`, before the referrer.
 */
export function withChannel(traits: VisitTraits): VisitTraits {
	return { ...traits, channel: traits.channel ?? channelOf(traits) };
}

function channelOf({ referrer, utm_source, utm_medium, utm_campaign }: VisitTraits): string {
	const medium = utm_medium?.toLowerCase() ?? "";
	const ofLink =
		MEDIA.get(medium) ?? (medium.startsWith("paid") ? CHANNELS.paid.name : siteChannel(utm_source));
	if (ofLink !== undefined) return ofLink;
	if (utm_source !== undefined || utm_medium !== undefined || utm_campaign !== undefined) {
		return "Campaign";
	}
	if (referrer === undefined || referrer === "$direct") return "Direct";
	return siteChannel(referrer) ?? CHANNELS.referral.name;
}

const MEDIA = tableOf("media");
const SITES = tableOf("sites");
/** Links often name a source without its domain: `facebook`. */
const NAMES = new Map(
	[...SITES].flatMap(([site, name]) => {
		const labels = site.split(".");
		return labels.length === 2 ? [[labels[0] ?? "", name] as const] : [];
	}),
);

function tableOf(column: "media" | "sites"): ReadonlyMap<string, string> {
	return new Map(
		Object.values(CHANNELS).flatMap((channel) => {
			const texts = column in channel ? channel[column as "media"].split(/\s+/) : [];
			return texts.map((text) => [text, channel.name] as const);
		}),
	);
}

/**
 * Returns the site of a referrer under one name: `l.facebook.com` and `m.facebook.com` are
 * `facebook.com`, and `google.co.uk` is `google.com`.
 */
export function sourceOf(hostname: string): string {
	const entry = siteEntry(hostname);
	return entry?.replace(".*", ".com") ?? hostname.replace(/^www\./, "");
}

/** @param site A host, or the source of a link. */
function siteChannel(site: string | undefined): string | undefined {
	if (site === undefined) return undefined;
	const name = site.toLowerCase();
	if (!name.includes(".")) return SITES.get(name) ?? NAMES.get(name);
	const entry = siteEntry(name);
	return entry && SITES.get(entry);
}

/** @returns The most specific entry of the table for a host. */
function siteEntry(host: string): string | undefined {
	const labels = host.toLowerCase().split(".");
	for (let first = 0; first < labels.length; first += 1) {
		const rest = labels.slice(first);
		// A name with a country's domain, such as google.de or google.co.uk.
		const isName = rest.length === 2 || (rest.length === 3 && (rest[1]?.length ?? 0) <= 3);
		const entries = [rest.join("."), ...(isName ? [`${rest[0]}.*`] : [])];
		const known = entries.find((entry) => SITES.has(entry));
		if (known !== undefined) return known;
	}
	return undefined;
}
