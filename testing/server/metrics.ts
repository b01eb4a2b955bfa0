import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Reads the metrics of a server or worker: its text, and the value of each sample by its name and labels as they stand
 * there.
 */
export async function readMetrics(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${url}/metrics`, { headers })
  const text = await response.text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const values = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  return {
    status: response.status,
    text,
    /** Names of the metrics, with or without a sample. */
    names: [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name),
    valueOf: (name: string): number | undefined => values.get(`customer_center_${name}`)
  }
}

/**
 * Counts the bytes that are still in use: the memory that a process takes also depends on when it last tidied up. Bytes
 * of buffers are counted until the next collection begins, and a collection that is under way keeps what died
 * meanwhile: after a single one 73 of 200 MB that nobody held were still counted.
 */
export function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 3; times += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
