import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../../testing/process.ts'
import { compareWithFloor, compareWithLimit, type Measurement, megabytes, perSecond } from '../trial/measurement.ts'

export const customers = 10_000
/** Speed of an import with a map, as a share of that without. */
const leastWithMap = 0.8
const maxMemory = 300e6

export const contact = (n: number) => ({
  externalId: `P-${n}`,
  customer: `C-${n % customers}`,
  salutation: n % 2,
  firstName: `Vorname ${n}`,
  lastName: `Nachname ${n}`,
  street: `Straße ${n % 300}`,
  plz: String(1000 + (n % 9000)),
  place: 'Wien',
  phoneNumber: `+43 1 ${n}`,
  eMailAddress: `person${n}@example.at`,
  displayEmail: `person${n}@example.at`,
  newsletter: n % 3 === 0
})

export const memoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

export const measuredMemory = (name: string, memory: number): Measurement =>
  compareWithLimit(name, megabytes, { ours: memory }, { most: maxMemory })

const joinedMap = `export default {
  files: [
    {
      name: 'joined.csv',
      rows: (row) => ({
        customers: { externalId: row.customer, lastName: row.company },
        contacts: { externalId: row.person, customer: row.customer, firstName: row.first, lastName: row.last },
        events: { externalId: row.event, caption: row.title },
        participations: { externalId: row.booking, contact: row.person, event: row.event, price: row.price }
      })
    }
  ]
}
`

/** Customer, contact, event and booking of a row; each contact books twice. */
function joinedRow(n: number): string {
  const personId = Math.floor(n / 2)
  const customerId = personId % customers
  return `J-${customerId};Firma ${customerId};JP-${personId};Vorname ${personId};Nachname ${personId};JE-${n % 500};Seminar ${n % 500};JB-${n};1290,00\n`
}

interface CommandRun {
  readonly seconds: number
  /** Peak of the memory of the process, in bytes. */
  readonly memory: number
}

/** Imports the files of a folder by the command. */
async function runCommand(
  folder: string,
  rows: number,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandRun> {
  const begun = performance.now()
  const child = startChild('provider', env, 'pipe', ['import', folder, '--json', ...words])
  let memory = 0
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.resume()
  const timer = setInterval(() => (memory = Math.max(memory, memoryOf(child.pid ?? 0) || 0)), 50)
  await once(child, 'close')
  clearInterval(timer)
  if (!output.includes(`"created":${rows}`)) throw new Error(output)
  return { seconds: (performance.now() - begun) / 1000, memory }
}

async function writeRows(path: string, head: string, rows: number, rowOf: (n: number) => string): Promise<void> {
  const file = await open(path, 'w')
  await file.write(`${head}\n`)
  for (let from = 0; from < rows; from += 1000)
    await file.write(Array.from({ length: 1000 }, (_, n) => rowOf(from + n)).join(''))
  await file.close()
}

const mapOfContacts = `export default {
  files: [
    {
      name: 'foreign.csv',
      rows: (row) => ({
        contacts: {
          externalId: row.NR,
          customer: row.KDNR,
          firstName: row.VNAM,
          lastName: row.NNAM,
          street: row.STR,
          plz: row.PLZ,
          eMailAddress: row.MAIL
        }
      })
    }
  ]
}
`

/** Measures the command: the speed of rows with a map against that of the same rows without, and its memory. */
export async function measureMaps(rows: number, env: Readonly<Record<string, string>>): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-bench-'))
  try {
    const [plain, foreign, joined] = [join(folder, 'plain'), join(folder, 'foreign'), join(folder, 'joined')]
    for (const one of [plain, foreign, joined]) await mkdir(one)
    const contactOf = (prefix: string) => (n: number) => {
      const { customer, firstName, lastName, street, plz, eMailAddress } = contact(n)
      return `${prefix}-${n};${customer};${firstName};${lastName};${street};${plz};${eMailAddress}\n`
    }
    const head = 'externalId;customer;firstName;lastName;street;plz;eMailAddress'
    await writeRows(join(plain, 'contacts.csv'), head, rows, contactOf('A'))
    await writeRows(join(foreign, 'foreign.csv'), 'NR;KDNR;VNAM;NNAM;STR;PLZ;MAIL', rows, contactOf('B'))
    const joinedHead = 'customer;company;person;first;last;event;title;booking;price'
    await writeRows(join(joined, 'joined.csv'), joinedHead, rows, joinedRow)
    const [contactMap, map] = [join(folder, 'contacts.ts'), join(folder, 'joined.ts')]
    await writeFile(contactMap, mapOfContacts)
    await writeFile(map, joinedMap)
    const floor = rows / (await runCommand(plain, rows, env)).seconds
    const ours = rows / (await runCommand(foreign, rows, env, '--map', contactMap)).seconds
    const { memory } = await runCommand(joined, rows, env, '--map', map)
    const speed = `${rows} contacts by the command with a map, against the same without`
    return [
      compareWithFloor(speed, perSecond, { ours, floor }, { least: leastWithMap }),
      measuredMemory(`memory of the command at its highest, ${rows} joined rows with a map`, memory)
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
