import { parseArgs } from 'node:util'
import type { LargeCompany } from '../demo/large-company.ts'
import { OperatorError } from '../platform/config/operator-error.ts'
import { runProgram } from './run-program.ts'

const usage = 'Usage: npm run demo -- [--contacts NUMBER] [--events NUMBER] [--documents NUMBER (of each event)]'

function readSize(): LargeCompany | undefined {
  const read = (text: string | undefined, most: number) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1 || value > most) throw new OperatorError(usage)
    return value
  }
  try {
    const option = { type: 'string' } as const
    const { values } = parseArgs({ options: { contacts: option, events: option, documents: option } })
    if (Object.keys(values).length === 0) return undefined
    return {
      contacts: read(values.contacts ?? '1000', 1_000_000),
      events: read(values.events ?? '100', 100_000),
      documentsPerEvent: read(values.documents ?? '10', 100)
    }
  } catch (error) {
    throw new OperatorError(usage, { cause: error })
  }
}

await runProgram(async () => {
  const size = readSize()
  // The module loads the whole server, which takes two seconds, so it is not loaded for a message about wrong usage.
  const { writeDemo } = await import('./demo/write-demo.ts')
  await writeDemo(size)
})
