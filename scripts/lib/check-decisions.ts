const folder = 'docs/decisions'
const states = /^(accepted|superseded by \[.+\]\(\d{4}-.+\.md\))$/

/** Checks that each decision record begins with its number, date and status, and is listed in the index. */
export function checkDecisions(files: string[], read: (path: string) => string) {
  const index = read(`${folder}/README.md`)
  const records = files.filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('/README.md'))
  return records.flatMap((path) => {
    const name = path.slice(folder.length + 1)
    const [, number, date = '', state = ''] = /^# (\d+)\. .+\n\nDate: (.+)\n\nStatus: (.+)\n/.exec(read(path)) ?? []
    if (!number || !name.startsWith(`${number.padStart(4, '0')}-`)) return [`${path} does not begin with its number`]
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !states.test(state)) return [`${path} lacks a date or a status`]
    return index.includes(`](${name})`) ? [] : [`${folder}/README.md does not list ${name}`]
  })
}
