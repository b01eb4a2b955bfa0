import type { Feature } from '../feature/feature.ts'
import { accessPart } from './access/index.ts'
import { customerPart } from './customer/index.ts'
import { fieldPart } from './field/index.ts'
import { mailPart } from './mail/index.ts'
import { shopUserPart } from './shop-user/index.ts'

const rooms: readonly Feature[] = [fieldPart, mailPart, accessPart, customerPart, shopUserPart]

/**
 * Data that customers maintain: company, contacts and their shop users, invoice addresses, and the fields of their
 * forms.
 */
export const people: Feature = {
  registerCalls(api, services) {
    for (const room of rooms) room.registerCalls?.(api, services)
  },
  plugins: rooms.flatMap((room) => room.plugins ?? []),
  jobs: rooms.flatMap((room) => room.jobs ?? []),
  imports: rooms.flatMap((room) => room.imports ?? []),
  personalData: rooms.flatMap((room) => room.personalData ?? []),
  retention: rooms.flatMap((room) => room.retention ?? [])
}

export { queuePasswordMail } from './mail/index.ts'
export { findAdmin, tellAdmins } from './access/index.ts'
export { countShopUsers, findShopUsers, sendReset, shopUsersCsv } from './shop-user/index.ts'
