import { type About, defineMail } from '../mail/define-mail.ts'
import { type PasskeyMailData, passkeyTexts } from './passkey-mail.ts'

type Texts = ReturnType<typeof passkeyTexts>

/** Tells the owner of a login that one of its passkeys is gone, and what to do if somebody else did that. */
export const passkeyRemovedMail = defineMail({
  name: 'passkey-removed-mail',
  purpose: 'notice',
  texts(config) {
    const { removed, device, unknownDevice } = passkeyTexts(config)
    return { ...removed, device, unknownDevice }
  },
  say: ({ texts, data }: About<PasskeyMailData, Texts['removed'] & Pick<Texts, 'device' | 'unknownDevice'>>) => ({
    facts: [[texts.device, data.passkeyName || texts.unknownDevice]]
  })
})
