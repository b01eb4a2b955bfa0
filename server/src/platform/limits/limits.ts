/** A multiple of a setting. */
interface Share {
  readonly times: number
  readonly setting: 'MAX_PENDING_REQUESTS' | 'DATABASE_POOL' | 'JOBS_PER_USER' | 'JOBS_PER_CUSTOMER'
}

interface Limit {
  /** The counted things and their owner, for docs/SECURITY.md. */
  readonly of: string
  readonly most: number | Share
  /** Unit of `most`, for limits on the size of one request. */
  readonly unit?: 'bytes' | 'members' | 'levels'
  /** Length of the window in seconds; missing for limits on simultaneous work. */
  readonly seconds?: number
  /** Number of mails without a pause; the others come one by one within the window. */
  readonly inARow?: number
  /** Seconds of the longest wait; each further failure doubles the wait. */
  readonly longestWait?: number
  /** Seconds after which an address that logged in counts as unknown again. */
  readonly knownFor?: number
  /** Cost of one, shown in SECURITY.md, where it is high by nature. */
  readonly cost?: string
  /** Whether each process counts for itself, the database counts for all, or nothing outlasts the request. */
  readonly kept: 'process' | 'database' | 'request'
  /** The answer beyond the limit: the name of a refusal, or a sentence that describes another effect. */
  readonly refusal: string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const size = (of: string, most: number, unit: 'bytes' | 'members' | 'levels' = 'bytes') =>
  ({ of, most, unit, kept: 'request', refusal: 'tooLarge' }) as const
/** Returns a limit of work that is expensive by nature, so that few are done at once. */
const dear = <Refusal extends string>(of: string, most: number, cost: string, refusal: Refusal) =>
  ({ of, most, cost, kept: 'process', refusal }) as const
const requests = (of: string, times: number) =>
  ({ of, most: { times, setting: 'MAX_PENDING_REQUESTS' }, kept: 'process', refusal: 'overloaded' }) as const
/** Part of the turns; whoever finds none waits for one. */
const turns = (of: string, times: number) =>
  ({ of, most: { times, setting: 'DATABASE_POOL' }, kept: 'process', refusal: 'waits' }) as const
const files = (of: string, most: number) => ({ of, most, kept: 'process', refusal: 'tooManyDownloads' }) as const
const attempts = (of: string, most: number, seconds: number, longestWait: number) =>
  ({ of, most, seconds, longestWait, kept: 'database', refusal: 'tooManyLogins' }) as const
/** A refused person may have a few mails again soon, after at most four hours. */
const mails = (of: string, inARow: number) =>
  ({ of, most: 10, seconds: day, inARow, kept: 'database', refusal: 'tooManyMails' }) as const
const accesses = (of: string, most: number, inARow: number) =>
  ({ of, most, seconds: day, inARow, kept: 'database', refusal: 'mailsUsedUp' }) as const
const jobs = (of: string, setting: Share['setting']) =>
  ({ of, most: { times: 1, setting }, kept: 'database', refusal: 'tooManyJobs' }) as const
const documents = (of: string, most: number) =>
  ({ of, most, seconds: day, kept: 'database', refusal: 'tooManyDocuments' }) as const

/** All limits on numbers, with the place of their counters; docs/SECURITY.md lists them. */
export const limits = {
  // `MAX_BODY_BYTES` is the upper bound of the first three.
  publicBody: size('Body of a call without a login, and of a page’s form; a passkey’s has 2 kB', 16_384),
  formBody: size('Body of any other call, if no other line names it', 65_536),
  listBody: size('Body with the keys of documents or the parameters of a function', 262_144),
  rowBody: size('Row of an import', 4 * 1024 * 1024),
  uploadBody: size('File sent to `/verify`', 5 * 1024 * 1024),
  fileBody: size('File of a document', 50 * 1024 * 1024),
  bodyMembers: size('Members of a JSON body, for each kilobyte that it may have', 16, 'members'),
  bodyDepth: { ...size('Depth of a JSON body', 16, 'levels'), refusal: 'badRequest' },
  malformedBodies: {
    of: 'Bodies of one session that were refused for their form; the next are not read',
    most: 50,
    seconds: 15 * minute,
    kept: 'process',
    refusal: 'tooManyMalformed'
  },

  // More would wait for the connections of the database, in which nobody takes turns.
  turns: turns('Requests at work', 1),
  turnsOfCustomer: turns('Those of one customer or key; its exports count apart', 0.75),
  turnsOfSession: turns('Those of one session', 0.4),
  // A login holds a connection while it waits for the lock of its address.
  strangersAtWork: turns('Requests without a login at work; tokens that are looked up, likewise', 0.3),
  // Written in pieces of 2 ms, between which other calls run.
  exportsAtWork: { ...turns('Lists made into files for spreadsheets', 0.2), cost: '0.1 s for 10,000 contacts' },

  requestsOfCustomer: {
    ...requests('Requests of one customer or key that their clients hold up: a body arrives, an answer is read', 1 / 2),
    refusal: 'waits'
  },
  requestsOfSession: requests('Those of one session', 1 / 8),
  // An office is one customer, and after a break all of its people call at once.
  customerLine: requests('Those of one customer, with those that wait', 10),
  strangers: requests('Requests without a login, with those that wait', 1 / 2),
  strangersOfSite: requests('Such requests from one address, of IPv6 from its /48', 1 / 4),
  // The line is long, because the waiting requests may have a session: after a start, all people of an office come with
  // unknown tokens.
  checks: requests('Tokens that wait to be looked up', 20),
  checksOfSite: requests('Such tokens from one address, of IPv6 from its /48', 5),

  /**
   * Uploads that are read at once, in total and from one address. In each turn of the event loop half a millisecond
   * goes into a step of one of them: too little for a thread.
   */
  uploads: dear('Files sent to `/verify`', 8, 'up to 40 ms', 'overloaded'),
  uploadsOfAddress: { of: 'Those of one address', most: 2, kept: 'process', refusal: 'overloaded' },
  /**
   * A number has 55 random bits, so this limit is not a protection against guesses; it keeps one visitor from taking
   * all of the server's time.
   */
  verifications: {
    of: 'Letters checked at `/verify` from one address; one that is not found counts five times',
    most: 100,
    seconds: 10 * minute,
    kept: 'process',
    refusal: 'tooManyChecks'
  },

  documentsRead: { of: 'Documents read and checked', most: 8, kept: 'process', refusal: 'waits 8 seconds' },
  documentStreams: files('Large documents that are sent to one person', 4),
  zipStreams: { ...files('ZIP files that are sent to one person', 4), cost: '2.5 s for 1 GB' },
  // Nobody clicks faster, and each address takes up to 64 kB.
  zipAddresses: { ...files('Addresses of ZIP files of one person', 20), seconds: minute, kept: 'database' },
  // A job may take seconds of the processes that render documents.
  evaluations: dear('Evaluations that a caller waits for', 4, 'seconds of another process', 'tooManyEvaluations'),
  evaluationsOfPerson: { of: 'Those of one person', most: 1, kept: 'process', refusal: 'tooManyEvaluations' },
  jobsOfPerson: jobs('Documents that one person waits for', 'JOBS_PER_USER'),
  jobsOfCustomer: jobs('Those of one customer', 'JOBS_PER_CUSTOMER'),
  /**
   * Number of letters. A person who looks after a thousand participants can confirm each once; that many letters take
   * two minutes of a processor.
   */
  documentsOfPerson: documents('Documents that one person has made, by what they cost', 1000),
  documentsOfCustomer: documents('Those of one customer', 3000),

  // More runs at once would not be faster: they would wait for each other's rows, or for the processor.
  imports: { of: 'Imports of one company of the provider', most: 2, kept: 'process', refusal: '503' },
  importsOfKey: { of: 'Imports begun with one key', most: 120, seconds: minute, kept: 'process', refusal: '429' },
  // Each file is in memory as a whole until its hash is known.
  filesReceived: { of: 'Files received for one company of the provider', most: 2, kept: 'process', refusal: 'waits' },

  // A person who has forgotten the password has five tries; after that the first wait is one minute.
  loginOfPair: attempts('Failed logins of one account from one address', 5, day, hour),
  // No office reaches this limit, since a correct password clears the person's failures.
  loginOfNetwork: attempts('Failed logins from one address', 50, hour, 15 * minute),
  // This allows about two hundred guesses a day, from any number of addresses.
  loginOfAccount: {
    ...attempts('Failed logins of one account from addresses new to it', 100, day, 15 * minute),
    knownFor: 90 * day
  },
  // A hash takes 19 MiB and a whole processor: one processor stays free for people who are logged in, and of Node's
  // four worker threads two for files and DNS.
  passwordHashes: dear('Passwords hashed; on two processors one', 2, '50 ms of a thread', 'waits'),
  // A check takes up to a tenth of a second of the only thread.
  passwordJudgements: dear('New passwords judged', 1, 'up to 0.1 s', 'waits'),
  stoppedLogins: {
    of: 'Stopped logins of one account, and from one address, in the office’s list',
    most: 20,
    seconds: hour,
    kept: 'process',
    refusal: 'in the log alone'
  },
  resetOfPair: attempts('Requests of a new password for one account from one address', 5, day, hour),
  resetOfNetwork: attempts('Those from one address, with its failed logins', 20, 15 * minute, 15 * minute),
  // Nobody can guess a key. The limit spares the log, and tells a program with an old key to stop.
  wrongKeys: attempts('Wrong keys from one address', 50, 15 * minute, 15 * minute),
  /**
   * A shop that knows its customers rarely names an unknown person; beyond this limit somebody probes names through the
   * shop. Calls for known persons are neither counted nor refused: all customers of a shop come with one key from one
   * address.
   */
  unknownPersons: attempts('Sessions asked for nobody with one key from one address', 100, 15 * minute, 15 * minute),
  // Enough for an office that logs in at eight, and a bound for the table.
  passkeyChallenges: {
    of: 'Passkeys that are being used or made at one address',
    most: 100,
    seconds: 5 * minute,
    kept: 'database',
    refusal: 'tooManyTries'
  },
  // More than anybody has devices.
  passkeys: { of: 'Passkeys of one person', most: 20, kept: 'database', refusal: 'tooManyPasskeys' },

  ownRequestMails: mails('Mails to one address that its owner asked for', 4),
  // A limit of the address that also counts the mails of other people: the rest of a list may continue.
  accessMails: { ...mails('Accesses mailed to one address', 6), refusal: 'addressMailsUsedUp' },
  noticeMails: { ...mails('Notices to one address', 4), refusal: 'collected in one mail' },
  // Mails to unconfirmed addresses, all counted together.
  confirmationMails: mails('Mails to confirm a new address of one person', 5),
  // An admin pastes the contacts of a few seminars.
  accessMailsByPerson: accesses('Accesses to others that one person has mailed', 200, 150),
  accessMailsOfCustomer: accesses('Those of one customer', 300, 225),
  invoiceMails: { ...accesses('Invoices that one person has mailed', 20, 15), refusal: 'invoiceMailsUsedUp' }
} as const satisfies Readonly<Record<string, Limit>>
