import type { SendMailOptions } from 'nodemailer'

/** Delivers a mail to the next server, or into a folder. */
export type Transport = (mail: SendMailOptions, signal: AbortSignal) => Promise<void>
