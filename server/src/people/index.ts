import type { Feature } from '../feature/feature.ts'
import { mergeFeatures } from '../feature/merge-features.ts'
import { accessPart } from './access/index.ts'
import { customerPart } from './customer/index.ts'
import { fieldPart } from './field/index.ts'
import { mailPart } from './mail/index.ts'
import { shopUserPart } from './shop-user/index.ts'

/**
 * Data that customers maintain: company, contacts and their shop users, invoice addresses, and the fields of their
 * forms.
 */
export const people: Feature = mergeFeatures([fieldPart, mailPart, accessPart, customerPart, shopUserPart])

export { queuePasswordMail } from './mail/index.ts'
export { findAdmin, tellAdmins } from './access/index.ts'
export { countShopUsers, findNamedContact, findShopUsers, sendReset, shopUsersCsv } from './shop-user/index.ts'
