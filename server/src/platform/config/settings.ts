import type { z } from 'zod'
import * as types from './setting-types.ts'

interface Setting<Schema extends z.ZodType> {
  /** Name of the environment variable. */
  readonly env: string
  /** Reads the variable's text. */
  readonly schema: Schema
  /** The text that counts when the variable is not set. */
  readonly default: string
  /** Completes the sentence "allowed is …". */
  readonly allowed: string
  /** What the setting does, for the operator. */
  readonly description: string
  /** Whether it holds a password or a key: it may then come from a file, which `<NAME>_FILE` names. */
  readonly isSecret: boolean
}

function setting<Schema extends z.ZodType>(
  env: string,
  { schema, allowed }: types.SettingType<Schema>,
  fallback: string,
  description: string
): Setting<Schema> {
  return { env, schema, default: fallback, allowed, description, isSecret: false }
}

function secret<Schema extends z.ZodType>(...parts: Parameters<typeof setting<Schema>>): Setting<Schema> {
  return { ...setting(...parts), isSecret: true }
}

/** Every setting of the server, in the order in which the documents list them. */
export const settings = {
  port: setting('PORT', types.integer(0, 65_535), '3000', 'TCP port; 0 takes any free one.'),
  host: setting('HOST', types.nonEmptyText, '127.0.0.1', 'Address to listen on; 0.0.0.0 listens on all.'),
  publicUrl: setting(
    'PUBLIC_URL',
    types.publicUrl,
    '',
    'Address under which people reach the server, for links and cookies; a reverse proxy strips its path.'
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    types.trustProxy,
    'false',
    'Which reverse proxies may name the caller’s address in X-Forwarded-For.'
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    types.origins,
    '',
    'Origins of the shop pages that embed the elements and log people in.'
  ),
  cookieSecure: setting(
    'COOKIE_SECURE',
    types.oneOf('auto', 'true', 'false'),
    'auto',
    'Whether cookies carry Secure; auto: when the request came over https, or PUBLIC_URL is https.'
  ),
  maxBodyBytes: setting(
    'MAX_BODY_BYTES',
    types.integer(1024, 67_108_864),
    '1048576',
    'Largest request body, in bytes.'
  ),
  maxPendingRequests: setting(
    'MAX_PENDING_REQUESTS',
    types.integer(1, 100_000),
    '200',
    'Requests of people who are logged in that are in work at once; one customer has half of them, one session an eighth. More are refused with 503 and Retry-After.'
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    types.integer(0, 600),
    '0',
    'Seconds between SIGTERM and closing the port, in which /readyz answers 503 and everything else as usual: as long as a load balancer takes to notice.'
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    types.databaseUrl,
    '',
    'PostgreSQL server; empty: the embedded database in the data folder, which a power cut may damage.'
  ),
  databasePool: setting('DATABASE_POOL', types.integer(1, 200), '10', 'Connections to the PostgreSQL server.'),
  databaseConnectMs: setting(
    'DATABASE_CONNECT_MS',
    types.integer(100, 60_000),
    '1500',
    'Milliseconds in which a connection to the PostgreSQL server has to be free or made; a call that waits longer is answered 503.'
  ),
  databaseQueryMs: setting(
    'DATABASE_QUERY_MS',
    types.integer(100, 60_000),
    '2500',
    'Milliseconds that a call waits for the answer to one statement; then it is answered 503 and the connection is closed.'
  ),
  databasePreparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    types.boolean,
    'true',
    'Whether connections keep prepared statements; false behind a pooler that does not know them, such as PgBouncer before 1.21 or without max_prepared_statements.'
  ),
  databaseStatementMs: setting(
    'DATABASE_STATEMENT_MS',
    types.integer(1000, 600_000),
    '30000',
    'Milliseconds after which PostgreSQL ends a statement: the limit of migrations and of work in the background.'
  ),
  dataFolder: setting(
    'DATA_FOLDER',
    types.nonEmptyText,
    './data',
    'Folder of the embedded database and of stored files.'
  ),
  storage: setting('STORAGE', types.oneOf('folder', 's3'), 'folder', 'Where documents’ files lie.'),
  s3Endpoint: setting('S3_ENDPOINT', types.optionalUrl, '', 'Address of the S3 service; empty: Amazon’s own.'),
  s3Region: setting('S3_REGION', types.text, '', 'Region of the bucket; needed with STORAGE=s3.'),
  s3Bucket: setting('S3_BUCKET', types.text, '', 'Name of the bucket; needed with STORAGE=s3.'),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', types.text, '', 'Access key; needed with STORAGE=s3.'),
  s3SecretAccessKey: secret('S3_SECRET_ACCESS_KEY', types.text, '', 'Secret of the key; needed with STORAGE=s3.'),
  smtpUrl: secret(
    'SMTP_URL',
    types.smtpUrl,
    '',
    'Mail server; smtp:// begins TLS by STARTTLS, which is only left out on this machine. Empty: mails become files in DATA_FOLDER/mails.'
  ),
  mailFrom: setting('MAIL_FROM', types.optionalEmail, '', 'Sender of all mails; needed with SMTP_URL.'),
  mailRetrySeconds: setting(
    'MAIL_RETRY_SECONDS',
    types.integer(0, 3600),
    '30',
    'Seconds after which a mail that could not be sent is tried again; doubled each time, twelve times. 0 tries at once.'
  ),
  shopUrl: setting(
    'SHOP_URL',
    types.optionalUrl,
    '',
    'Address of the page that embeds the customer center, for links in mails; empty: PUBLIC_URL.'
  ),
  passwordMail: setting(
    'PASSWORD_MAIL',
    types.oneOf('password', 'link'),
    'password',
    'What a new shop user is mailed: a generated password, or a link to set one, which needs PUBLIC_URL. Both are good for 72 hours.'
  ),
  minimumPasswordLength: setting(
    'MINIMUM_PASSWORD_LENGTH',
    types.integer(6, 64),
    '6',
    'Characters that a password has at least when somebody sets it.'
  ),
  sessionMinutes: setting(
    'SESSION_MINUTES',
    types.integer(1, 1440),
    '30',
    'Minutes without a request after which a session ends.'
  ),
  refreshHours: setting(
    'REFRESH_HOURS',
    types.integer(1, 720),
    '12',
    'Hours after a login at which it ends, however often it is used and renewed; NIST SP 800-63B allows 12.'
  ),
  routeRights: setting(
    'ROUTE_RIGHTS',
    types.routeRights,
    '{}',
    'Routes whose rights differ from the access table, e.g. {"confirmations/evaluation":["admin"]}.'
  ),
  fieldLead: setting(
    'FIELD_LEAD',
    types.fieldLead,
    '{}',
    'Whose value stays where a customer has changed a field that an import brings otherwise, by resource and member: customer (for all others), provider, or last, by the changedAt of the row.'
  ),
  links: setting(
    'LINKS',
    types.links,
    '{}',
    'Pages of the provider, named at the foot of elements, pages and mails, e.g. {"imprint":"https://shop.example/impressum"}.'
  ),
  configFile: setting(
    'CONFIG_FILE',
    types.text,
    '',
    'JSON file with what the elements’ configuration says beyond these settings, and with several shops; its keys are below.'
  ),
  extendedWebshopRights: setting(
    'EXTENDED_WEBSHOP_RIGHTS',
    types.boolean,
    'false',
    'Offers the right shoplight (section 6 of the specification).'
  ),
  notSpecifiedSalutation: setting(
    'NOT_SPECIFIED_SALUTATION',
    types.boolean,
    'false',
    'Offers the salutation Keine Angabe for contacts.'
  ),
  invoiceStampNo: setting(
    'INVOICE_STAMP_NO',
    types.stampNo,
    '',
    'Number that elements send as stampNo with an invoice: getdoc takes it and names it in DOK_INFO; the file is as stored.'
  ),
  letterTemplates: setting(
    'LETTER_TEMPLATES',
    types.optionalFolder,
    '',
    'Folder of your own letter templates: a file in it takes the place of the shipped one of the same name.'
  ),
  signingKey: secret(
    'SIGNING_KEY',
    types.signingKey,
    '',
    'Key that signs confirmations and hour records; empty: one in the data folder, made at the first start and demanded from then on.'
  ),
  jobs: setting(
    'JOBS',
    types.oneOf('server', 'worker'),
    'server',
    'Who does the work in the background: the server itself, or only processes started with npm run worker, which needs DATABASE_URL.'
  ),
  jobsPerUser: setting(
    'JOBS_PER_USER',
    types.integer(1, 10_000),
    '20',
    'Documents that may wait for one user; more are refused with 429 and Retry-After.'
  ),
  jobsPerCustomer: setting(
    'JOBS_PER_CUSTOMER',
    types.integer(1, 100_000),
    '100',
    'Documents that may wait for all users of one customer.'
  ),
  auditDays: setting(
    'AUDIT_DAYS',
    types.integer(90, 36_500),
    '730',
    'Days for which it is kept who changed what: for the history that admins see, the feed of changes and webhooks.'
  ),
  jobDays: setting(
    'JOB_DAYS',
    types.integer(1, 365),
    '7',
    'Days for which it is known what became of a job in the background, and which mail was given up.'
  ),
  importDays: setting(
    'IMPORT_DAYS',
    types.integer(1, 3650),
    '30',
    'Days for which runs of an import are kept with their refused rows, which hold data of persons.'
  ),
  outgoingOnHold: setting(
    'OUTGOING_ON_HOLD',
    types.boolean,
    'false',
    'Holds mails and webhooks back, in the database and so for all programs, until the command outgoing release.'
  ),
  development: setting(
    'DEVELOPMENT',
    types.boolean,
    'false',
    'Allows setcurrentwebshopuser; never true where strangers can reach the server.'
  ),
  demo: setting(
    'DEMO',
    types.boolean,
    'false',
    'Fills an empty database with a demo shop and names its accounts at /demo/accounts.json; their passwords are well known, so not with DATABASE_URL, nor on a HOST other than this machine.'
  ),
  logLevel: setting(
    'LOG_LEVEL',
    types.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least weight of what is logged.'
  )
}
