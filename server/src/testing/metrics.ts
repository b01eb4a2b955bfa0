/** Reads the metrics of a server or worker: its text, and the value of each sample by its name and labels as they stand there. */
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
