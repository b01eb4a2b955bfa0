import type { BackendReport } from './report.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const style = `body { font: 1rem/1.5 system-ui; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ccc; padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
.fault { background: #fdecea }`

/** Writes a report as a page without scripts and without anything that it would load. */
export function reportPage({ api, right, holds, calls, changed }: BackendReport): string {
  const cells = (name: string, ...texts: string[]) =>
    `<tr class="${name}">${texts.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`
  const rows = calls.flatMap(({ call, notAsked, findings }) => {
    if (findings.length === 0)
      return [cells('', call, notAsked === null ? 'holds' : `not asked: ${notAsked}`, '', '', '')]
    return findings.map(({ level, member, seen, shows, remedy }) => cells(level, call, member, seen, shows, remedy))
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Check of ${escaped(api)}</title>
<style>${style}</style><h1>${escaped(api)}</h1>
<p>Checked as a person with the right ${escaped(right)}: ${holds ? 'every call that was made holds' : 'there are faults'}.</p>
<table><thead><tr><th>Call<th>Member<th>Seen<th>The elements show<th>What to change</thead><tbody>
${rows.join('\n')}</tbody></table>
${changed.map((one) => `<p>Left changed: ${escaped(one)}</p>`).join('')}</html>
`
}
