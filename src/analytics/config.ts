import { join } from "node:path";
import { type Environment, readVariables } from "../platform/env.ts";
import { ANALYTICS_PROCESS_SETTINGS } from "../platform/settings/analytics-process-settings.ts";
import { problemsOfSignIn, type SignInValues } from "../platform/sign-in/open-sign-in.ts";
import { ConfigurationError } from "./errors.ts";
import { readClickHouseAddress } from "./store/clickhouse/clickhouse-address.ts";

/** Values of `ANALYTICS_PROCESS_SETTINGS`, and the paths and limits derived from them. */
export type AnalyticsConfig = ReturnType<typeof readAnalyticsConfig>;

/** @throws {ConfigurationError} With one sentence for each invalid variable. */
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
		/** Path of the SQLite file. */
		storePath: join(dataFolder, "analytics", "events.sqlite"),
		/** Folder of the further projects, with a folder for the file of each project. */
		projectsFolder: join(dataFolder, "analytics", "projects"),
		flagsFile: {
			named: flagsFile,
			usual: [join(dataFolder, "flags.yaml"), join(dataFolder, "flags.json")],
		},
		backUpFolder: values.backUpFolder ?? join(dataFolder, "back-ups"),
		/** A second database for single events; absent: none. */
		clickHouse:
			clickHouseUrl === undefined
				? undefined
				: readClickHouseAddress(clickHouseUrl, {
						password: values.clickHousePassword,
						cluster: values.clickHouseCluster,
					}),
		/** Absent: the service cannot send mail. */
		mail:
			values.smtpUrl === undefined
				? undefined
				: {
						smtpUrl: values.smtpUrl,
						from: values.mailFrom ?? `loggia@${new URL(values.smtpUrl).hostname}`,
					},
		/** Without the implicit `loopback`: only proxies that the operator names may sign users in. */
		signIn: values satisfies SignInValues,
		/** Limits from the environment; the dashboard sets the others. */
		fixedLimits: { retentionDays, maxFileMegabytes },
		// The site server on this machine is always trusted, regardless of other proxies.
		trustedProxies: ["loopback", ...values.trustedProxies],
	};
}

const PROVIDER_NEEDED =
	"OIDC_ISSUER or SIGN_IN_HEADERS must be set, because ANALYTICS_ROLE_GROUPS needs groups";
