import type { z } from 'zod'
import * as types from './setting-types.ts'
import descriptions from './settings.json' with { type: 'json' }

interface Setting<Schema extends z.ZodType> extends types.SettingType<Schema> {
  /** The text for a variable that is not set. */
  readonly default: string
  /** Whether the setting is a password or a key, which may also come from the file in `<NAME>_FILE`. */
  readonly isSecret: boolean
}

function setting<Schema extends z.ZodType>(type: types.SettingType<Schema>, fallback = ''): Setting<Schema> {
  return { ...type, default: fallback, isSecret: false }
}

function secret<Schema extends z.ZodType>(type: types.SettingType<Schema>): Setting<Schema> {
  return { ...setting(type), isSecret: true }
}

/** All settings, in the order of the documents; `settings.json` describes each. */
const known = {
  port: setting(types.wholeNumber(0, 65_535), '3000'),
  host: setting(types.nonEmptyText, '127.0.0.1'),
  publicUrl: setting(types.publicUrl),
  trustProxy: setting(types.trustProxy, 'false'),
  corsOrigins: setting(types.originList),
  cookieSecure: setting(types.oneOf('auto', 'true', 'false'), 'auto'),
  maxBodyBytes: setting(types.wholeNumber(1024, 67_108_864), '1048576'),
  maxPendingRequests: setting(types.wholeNumber(1, 100_000), '200'),
  maxWaitMs: setting(types.wholeNumber(10, 10_000), '250'),
  drainSeconds: setting(types.wholeNumber(0, 600), '0'),
  databaseUrl: secret(types.databaseUrl),
  databasePool: setting(types.wholeNumber(1, 200), '10'),
  databaseConnectMs: setting(types.wholeNumber(100, 60_000), '1500'),
  databaseQueryMs: setting(types.wholeNumber(100, 60_000), '2500'),
  databasePreparedStatements: setting(types.trueOrFalse, 'true'),
  databaseStatementMs: setting(types.wholeNumber(1000, 600_000), '30000'),
  dataFolder: setting(types.nonEmptyText, './data'),
  storage: setting(types.oneOf('folder', 's3'), 'folder'),
  s3Endpoint: setting(types.optionalUrl),
  s3Region: setting(types.anyText),
  s3Bucket: setting(types.anyText),
  s3AccessKeyId: secret(types.anyText),
  s3SecretAccessKey: secret(types.anyText),
  smtpUrl: secret(types.smtpUrl),
  smtpCa: secret(types.certificateText),
  mailFrom: setting(types.optionalEmail),
  mailDkimSelector: setting(types.anyText),
  mailDkimKey: secret(types.rsaKey),
  dnsServers: setting(types.serverList),
  mailRetrySeconds: setting(types.wholeNumber(0, 3600), '30'),
  shopUrl: setting(types.optionalUrl),
  passwordMail: setting(types.oneOf('password', 'link'), 'password'),
  invoiceMail: setting(types.oneOf('link', 'attachment'), 'link'),
  minimumPasswordLength: setting(types.wholeNumber(6, 64), '6'),
  sessionMinutes: setting(types.wholeNumber(1, 1440), '30'),
  refreshHours: setting(types.wholeNumber(1, 720), '12'),
  routeRights: setting(types.routeRights, '{}'),
  fieldLead: setting(types.fieldLead, '{}'),
  links: setting(types.linkSetting, '{}'),
  configFile: setting(types.anyText),
  extendedWebshopRights: setting(types.trueOrFalse, 'false'),
  notSpecifiedSalutation: setting(types.trueOrFalse, 'false'),
  invoiceStampNo: setting(types.stampNo),
  letterTemplates: setting(types.optionalFolder),
  timetableHours: setting(types.trueOrFalse, 'false'),
  signingKey: secret(types.signingKey),
  jobs: setting(types.oneOf('server', 'worker'), 'server'),
  jobsPerUser: setting(types.wholeNumber(1, 10_000), '20'),
  jobsPerCustomer: setting(types.wholeNumber(1, 100_000), '100'),
  auditDays: setting(types.wholeNumber(90, 36_500), '730'),
  loginDays: setting(types.wholeNumber(1, 3650), '90'),
  jobDays: setting(types.wholeNumber(1, 365), '7'),
  importDays: setting(types.wholeNumber(1, 3650), '30'),
  syncMap: setting(types.anyText),
  erasuresFile: setting(types.anyText),
  outgoingOnHold: setting(types.trueOrFalse, 'false'),
  development: setting(types.trueOrFalse, 'false'),
  demo: setting(types.trueOrFalse, 'false'),
  demoHosts: setting(types.hostNames),
  metricsToken: secret(types.anyText),
  metricsPort: setting(types.wholeNumber(0, 65_535), '0'),
  slowStatementMs: setting(types.wholeNumber(1, 600_000), '500'),
  logLevel: setting(types.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info')
}

interface Named {
  /** Name of the environment variable: `PUBLIC_URL` for `publicUrl`. */
  readonly env: string
  readonly description: string
}

function named<Known extends object>(key: string, one: Known): Known & Named {
  const env = key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return { ...one, env, description: (descriptions as Readonly<Record<string, string>>)[env] ?? '' }
}

export const settings = Object.fromEntries(Object.entries(known).map(([key, one]) => [key, named(key, one)])) as {
  readonly [Key in keyof typeof known]: (typeof known)[Key] & Named
}
