import {
	type ReactElement,
	useContext,
	useEffect,
	useId,
	useState,
	useSyncExternalStore,
} from "react";
import { meetsFlag } from "../../shared/page/flag-condition.ts";
import { AnalyticsContext, type EarlyAccessFeature } from "./analytics-context.ts";

export interface EarlyAccessProps {
	/** Translates a word into the language of the island. */
	readonly word: (english: string) => string;
}

/** The features that visitors switch on for themselves. */
export function EarlyAccess({ word }: EarlyAccessProps): ReactElement {
	const { subscribe, consent, earlyAccessFeatures } = useContext(AnalyticsContext);
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
				<Feature key={feature.flagKey} {...feature} />
			))}
		</ul>
	);
}

function Feature(feature: EarlyAccessFeature): ReactElement {
	const { flagKey, name, description, documentationUrl } = feature;
	const { subscribe, flag, enroll } = useContext(AnalyticsContext);
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
