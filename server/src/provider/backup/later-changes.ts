import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { SecurityEventName } from '../../platform/lib/security-event-name.ts'

/** Events that took away or changed a right, or would have to be made again. */
const listed = new Set<SecurityEventName>([
  'user-locked',
  'user-unlocked',
  'right-changed',
  'password-changed',
  'email-changed',
  'passkey-removed',
  'person-erased',
  'letter-revoked',
  'key-created',
  'key-revoked',
  'webhook-added',
  'webhook-removed'
])

/** A change that the log shows and a backup lacks. */
export type LaterChange = Readonly<Record<string, unknown>> & { readonly event: SecurityEventName; readonly at: string }

function changeOf(line: string, begun: string): LaterChange[] {
  try {
    const { time, at, event, level: _level, msg: _msg, ...what } = JSON.parse(line) as Record<string, unknown>
    const moment = new Date(String(at ?? time))
    const name = event as SecurityEventName
    return listed.has(name) && moment >= new Date(begun) ? [{ ...what, event: name, at: moment.toISOString() }] : []
  } catch {
    // A line of another program.
    return []
  }
}

/** Lists locks, rights and keys that logs of the lost installation show as changed since the backup. */
export async function listLaterChanges(logs: readonly string[], begun: string): Promise<LaterChange[]> {
  const found: LaterChange[] = []
  for (const log of logs)
    for await (const line of createInterface({ input: createReadStream(log) })) found.push(...changeOf(line, begun))
  return found.toSorted((one, other) => one.at.localeCompare(other.at))
}
