// The least cost of sending files: bare Node reads one after the other and sends its bytes.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const files: string[] = JSON.parse(process.env['FILES'] ?? '[]')

async function* bytes() {
  for (const file of files) yield* createReadStream(file)
}

const server = createServer((_request, response) => {
  response.setHeader('content-length', process.env['LENGTH'] ?? '0')
  // A reader that leaves early is no failure here.
  pipeline(Readable.from(bytes(), { objectMode: false }), response).catch(() => undefined)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ listening: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` })
})
process.on('SIGTERM', () => server.close())
