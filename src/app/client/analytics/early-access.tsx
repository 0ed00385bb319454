import { type ReactElement, useEffect, useId, useState, useSyncExternalStore } from "react";
import { meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Analytics, EarlyAccessFeature } from "../../components/analytics-context.ts";

export interface EarlyAccessProps {
	readonly analytics: Pick<
		Analytics,
		"subscribe" | "consent" | "earlyAccessFeatures" | "flag" | "enroll"
	>;
	/** Translates a word into the language of the island. */
	readonly word: (english: string) => string;
}

/** The features that visitors switch on for themselves. */
export function EarlyAccess({ analytics, word }: EarlyAccessProps): ReactElement {
	const { subscribe, consent, earlyAccessFeatures } = analytics;
	const mayAsk = useSyncExternalStore(subscribe, () => /none|granted/.test(consent()));
	const [features, setFeatures] = useState<readonly EarlyAccessFeature[]>([]);
	useEffect(() => {
		if (mayAsk) void earlyAccessFeatures().then(setFeatures);
	}, [mayAsk, earlyAccessFeatures]);
	if (!mayAsk) {
		return (
			<p>{word("What can be tried is listed here once you agree that your visits are counted.")}</p>
		);
	}
	if (features.length === 0) return <p>{word("There is nothing to try at the moment.")}</p>;
	return (
		<ul>
			{features.map((feature) => (
				<Feature key={feature.flagKey} feature={feature} analytics={analytics} />
			))}
		</ul>
	);
}

interface FeatureProps extends Pick<EarlyAccessProps, "analytics"> {
	readonly feature: EarlyAccessFeature;
}

function Feature({ feature, analytics }: FeatureProps): ReactElement {
	const { flagKey, name, description, documentationUrl } = feature;
	const { subscribe, flag, enroll } = analytics;
	const value = useSyncExternalStore(subscribe, () => flag(flagKey).value);
	const id = useId();
	return (
		<li>
			<label>
				<input
					type="checkbox"
					checked={meetsFlag({ key: flagKey }, value)}
					onChange={({ target }) => enroll(flagKey, target.checked)}
					aria-describedby={id}
				/>
				{name}
			</label>
			<p id={id}>
				{description} {documentationUrl !== null && <a href={documentationUrl}>{name}</a>}
			</p>
		</li>
	);
}
