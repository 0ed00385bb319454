import { join } from "node:path";
import { type Environment, readVariables } from "../platform/env.ts";
import { ANALYTICS_PROCESS_SETTINGS } from "../platform/settings/analytics-process-settings.ts";
import { problemsOfSignIn, type SignInValues } from "../platform/sign-in/open-sign-in.ts";
import { ConfigurationError } from "./errors.ts";
import { readClickHouseAddress } from "./store/clickhouse/clickhouse-address.ts";

/** `ANALYTICS_PROCESS_SETTINGS`, and the paths and limits that follow from them. */
export type AnalyticsConfig = ReturnType<typeof readAnalyticsConfig>;

/** @throws {ConfigurationError} With one sentence for each variable that is wrong. */
export function readAnalyticsConfig(environment: Environment) {
	const { values, problems: ofVariables } = readVariables(ANALYTICS_PROCESS_SETTINGS, environment);
	const hasProvider = values.oidcIssuer !== undefined || values.signInHeaders !== undefined;
	const problems = [
		...ofVariables,
		...problemsOfSignIn(values),
		...(values.roleGroups.length > 0 && !hasProvider ? [PROVIDER_NEEDED] : []),
	];
	if (problems.length > 0) throw new ConfigurationError(problems);
	const { dataFolder, flagsFile, retentionDays, maxFileMegabytes, clickHouseUrl } = values;
	return {
		...values,
		/** The SQLite file. */
		storePath: join(dataFolder, "analytics", "events.sqlite"),
		/** Where the files of further projects are, each in a folder of its own. */
		projectsFolder: join(dataFolder, "analytics", "projects"),
		flagsFile: {
			named: flagsFile,
			usual: [join(dataFolder, "flags.yaml"), join(dataFolder, "flags.json")],
		},
		/** A second store of single events; absent: none. */
		clickHouse:
			clickHouseUrl === undefined
				? undefined
				: readClickHouseAddress(clickHouseUrl, {
						password: values.clickHousePassword,
						cluster: values.clickHouseCluster,
					}),
		/** Absent: no mail can be sent. */
		mail:
			values.smtpUrl === undefined
				? undefined
				: {
						smtpUrl: values.smtpUrl,
						from: values.mailFrom ?? `loggia@${new URL(values.smtpUrl).hostname}`,
					},
		/** Only proxies that the operator names may say who a user is. */
		signIn: values satisfies SignInValues,
		/** The environment's limits; the dashboard sets the others. */
		fixedLimits: { retentionDays, maxFileMegabytes },
		// The site server of the same machine is always trusted, whatever stands before both.
		trustedProxies: ["loopback", ...values.trustedProxies],
	};
}

const PROVIDER_NEEDED =
	"OIDC_ISSUER or SIGN_IN_HEADERS must be given, so that ANALYTICS_ROLE_GROUPS has groups";
