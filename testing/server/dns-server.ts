import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsServer {
  /** The address for DNS_SERVERS. */
  readonly address: string
  /** TXT records by name; the server answers a name without any as one that does not exist. */
  readonly records: Record<string, readonly string[]>
  /** Whether it answers every question with a failure. */
  fails: boolean
  readonly close: () => Promise<void>
}

/** Splits a text into the strings of a TXT record, of at most 255 bytes each. */
function stringsOf(text: string): Buffer[] {
  return (text.match(/[^]{1,255}/g) ?? ['']).map((part) => Buffer.from([part.length, ...Buffer.from(part)]))
}

function answerOf(question: Buffer, { records, fails }: DnsServer): Buffer {
  const labels: string[] = []
  let end = 12
  for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
    labels.push(question.toString('latin1', end + 1, end + 1 + length))
    end += 1 + length
  }
  const texts = records[labels.join('.').toLowerCase()] ?? []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(fails ? 0x8182 : texts.length > 0 ? 0x8180 : 0x8183, 2)
  for (const [index, count] of [1, texts.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * index)
  const answers = texts.flatMap((text) => {
    const data = Buffer.concat(stringsOf(text))
    // The name of the question, TXT, IN, no time to live, and the length.
    return [Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]), data]
  })
  return Buffer.concat([header, question.subarray(12, end + 5), ...answers])
}

/** Starts a server of the DNS on a free UDP port of 127.0.0.1. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: {},
    fails: false,
    close: () => new Promise((done) => socket.close(() => done()))
  }
  socket.on('message', (question, { port }) => socket.send(answerOf(question, server), port, '127.0.0.1'))
  return server
}
