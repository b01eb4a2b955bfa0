import { Agent, request } from 'node:http'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends bytes as they are: the server's work is measured beside the sender's, which `fetch` makes too large.
 * @returns the status, or undefined if there was no answer
 */
export function send(url: string, { method, path, headers = {}, body = '' }: Sent, signal?: AbortSignal) {
  return new Promise<number | undefined>((resolve) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(`${url}${path}`, {
      method,
      agent,
      headers: { ...length, ...headers },
      ...(signal && { signal })
    })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode))
    })
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}
