import { contactFields } from '@customer-center/contract/contact'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import type { FastifyRequest } from 'fastify'
import { applyLoginChange, type LoginChange, noteLoginChange } from '../access/login-change.ts'
import { hashChosenPassword, hashWithSalt } from '../../account/index.ts'
import { type Caller, requireFreshLogin } from '../../platform/http/caller.ts'
import type { RawJson } from '../../platform/database/list.ts'
import { readIdempotencyKey, runOnce } from '../../platform/saving/idempotency.ts'
import type { Services } from '../../platform/services.ts'
import { planNewContact } from './contact-plan.ts'
import { contactToWire, readContact } from './save-contact.ts'
import { inLoginTransaction, readNewContact, insertContact } from './contact.repository.ts'

const neverEmpty: readonly string[] = [contactFields.webshopRights, contactFields.active, contactFields.newsletter].map(
  ({ code }) => code
)

/** Leaves out values that a whole object leaves empty and a new contact has anyway. */
function withoutEmpty(data: WireRow): WireRow {
  return Object.fromEntries(
    Object.entries(data).filter(([code, value]) => value !== null || !neverEmpty.includes(code))
  )
}

/**
 * Adds a person and makes it a contact of the actor's customer.
 * @returns the contact's keys, VERSION and shop e-mail
 * @throws Refusal, with nothing written
 */
export async function createContact(
  services: Services,
  actor: Caller,
  data: WireRow,
  request: FastifyRequest
): Promise<WireRow | RawJson> {
  const changes = readContact(withoutEmpty(data))
  const { db, config } = services
  const { provider, customer } = actor
  const { password, ...values } = changes.values
  // This check comes before any rule of the contact: of many that are created in a row, none is refused before the
  // login is requested.
  if (password || (values.webshopRights ?? Right.none) !== Right.none) requireFreshLogin(actor)
  const passwordHash = await hashChosenPassword(
    services,
    actor,
    password,
    { provider, customer },
    Object.values(values)
  )
  const sent = { ...changes, passwordHash }
  const key = await readIdempotencyKey(request, actor, sent.passwordHash === null ? undefined : hashWithSalt)
  let created: { readonly contact: number; readonly login: LoginChange | null } | undefined
  const answer = await inLoginTransaction(db, actor, (trx) =>
    runOnce(trx, actor, key, async () => {
      const next = await readNewContact(trx, actor)
      const { changed, login } = planNewContact(next.form, actor, sent, config)
      await insertContact(trx, actor, next, changed)
      if (login) await applyLoginChange(trx, { provider, customer, contact: next.contact }, login, actor)
      created = { contact: next.contact, login }
      return contactToWire(actor, { ...next, version: 1 }, changed.shopEmail ?? null)
    })
  )
  if (created?.login) noteLoginChange(request, { provider, contact: created.contact }, created.login)
  return answer
}
