import type { SendMailOptions } from 'nodemailer'

type OutgoingMail = SendMailOptions & { readonly envelope: { readonly from: string; readonly to: string[] } }

/** A function that delivers a mail to the next server, or into a folder. */
export type Transport = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
