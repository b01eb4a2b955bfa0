import { defineTexts } from '../../platform/config/own-texts.ts'
import { type About, defineMail, type MailData } from '../mail/define-mail.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface PasskeyMailData extends MailData {
  /** Empty if the browser did not name itself. */
  readonly passkeyName: string
}

export const passkeyTexts = defineTexts('passkey-mail', shippedTexts)

/** Tells the owner of a login that a passkey was made for it, and what to do if somebody else did. */
export const passkeyMail = defineMail({
  name: 'passkey-mail',
  purpose: 'notice',
  texts: passkeyTexts,
  say: ({ texts, data }: About<PasskeyMailData, typeof shippedTexts>) => ({
    facts: [[texts.device, data.passkeyName || texts.unknownDevice]]
  })
})
