/** Encodes in chunks that are cut at three bytes, so that padding comes at the end only. */
async function* base64(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}

/** Yields the JSON text of an object in pieces; its last member is a file in base64. */
export async function* jsonWithFile(
  fields: object,
  fileKey: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>
): AsyncGenerator<string, void> {
  const members = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
  yield `{${members.join('')}${JSON.stringify(fileKey)}:"`
  yield* base64(chunks)
  yield '"}'
}
