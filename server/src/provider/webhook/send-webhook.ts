import { Webhook } from 'standardwebhooks'
import type { Change } from '@customer-center/contract/change.schema'
import { errorCode } from '../../platform/database/errors.ts'
import { currentTrace, traceparent } from '../../platform/lib/trace.ts'

const timeLimitMs = 10_000

export interface WebhookMessage {
  readonly url: string
  readonly secret: string
  readonly change: Change
}

/** Returns a type such as `contacts.update`: the resource of the first row, which is the saved one, and its action. */
const typeOf = ({ rows, action }: Change): string => `${rows[0]?.resource ?? 'nothing'}.${action}`

function failureOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeLimitMs / 1000} s`
  const cause = error instanceof Error ? error.cause : undefined
  return `no connection (${errorCode(cause) || 'unknown'})`
}

/**
 * Sends a change to a receiver, signed as the Standard Webhooks specification describes. The same change always has the
 * same `webhook-id`, by which the receiver knows it again; `traceparent` names the trace of its job.
 * @returns the reason why it did not arrive; undefined when it did
 */
export async function sendWebhook(
  { url, secret, change }: WebhookMessage,
  stop: AbortSignal
): Promise<string | undefined> {
  const body = JSON.stringify({ type: typeOf(change), timestamp: change.at, data: change })
  const id = `change_${change.id}`
  const at = new Date()
  const trace = currentTrace()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'customer-center',
        ...(trace && { traceparent: traceparent(trace) }),
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body)
      },
      body,
      // A receiver that redirects may have lost the address: nothing of a customer goes to an address that no operator
      // has named.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeLimitMs), stop])
    })
    // The answer's body does not count, so it is not read.
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    // The process ends: another one sends it.
    stop.throwIfAborted()
    return failureOf(error)
  }
}
