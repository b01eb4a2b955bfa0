const page = 'docs/SETTINGS.md'
const built = '../../server/dist/platform/config/settings.js'
const builtFile = '../../server/dist/platform/config/config-file.js'

/** @typedef {{ allowed: string, description: string }} Key */
/** @typedef {{ env: string, default: string, allowed: string, description: string, isSecret: boolean }} Setting */

/** The page of all settings for operators, generated from the server's table of settings. */
async function settingsPage() {
  /** @type {{ settings: Record<string, Setting> }} */
  const { settings } = await import(built)
  /** @type {{ configFileKeys: { all: Record<string, Key>, own: Record<string, Key> } }} */
  const { configFileKeys } = await import(builtFile)
  const rows = [['Name', 'Default', 'Allowed', 'Meaning'], ...Object.values(settings).map(rowOf)]
  const keys = [
    ['Key', 'Allowed', 'Meaning'],
    ...Object.entries(configFileKeys.all).map(([name, key]) => keyRowOf(name, key)),
    ...Object.entries(configFileKeys.own).map(([name, key]) => keyRowOf(`shops.….${name}`, key))
  ]
  const names = Object.values(settings).flatMap(({ env, isSecret }) => (isSecret ? [`\`${env}\``] : []))
  const secrets = wrap(
    `${names.join(', ')} may each come from a file instead, whose path is in a variable of that name with \`_FILE\` at its end (\`DATABASE_URL_FILE=/run/secrets/database-url\`).`
  )
  return `# Settings

Environment variables of the server, read once at the start. An empty variable counts as not set; a
wrong one stops the start with one sentence that names it and what is allowed. Passwords and secrets
never appear in the log.

${secrets.join('\n')}

${table(rows)}

## The file of \`CONFIG_FILE\`

JSON, read once at the start. A key that is wrong or not known stops the start with one sentence
that names it. A shop may have each of the first six keys and \`folder\` of its own.

${table(keys)}
`
}

/** @param {string[][]} rows the first is the head */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head, ...lines] = rows.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))))
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...lines].join('\n')
}

/**
 * @param {string} name
 * @param {Key} key
 */
function keyRowOf(name, { allowed, description }) {
  return [`\`${name}\``, allowed, description].map((cell) => cell.replaceAll('|', '\\|'))
}

/**
 * Lines as the formatter has them.
 *
 * @param {string} text
 */
function wrap(text) {
  return text.match(/\S.{0,99}(?=\s|$)/g) ?? []
}

/**
 * @param {Setting} setting
 * @returns {string[]}
 */
function rowOf({ env, default: fallback, allowed, description }) {
  return [`\`${env}\``, fallback && `\`${fallback}\``, allowed, description].map((cell) => cell.replaceAll('|', '\\|'))
}

/** @param {string[]} cells */
function lineOf(cells) {
  return `| ${cells.join(' | ')} |`
}

/** @param {(path: string, text: string) => void} write */
export async function writeSettings(write) {
  write(page, await settingsPage())
}

/** @param {(path: string) => string} read */
export async function checkSettings(read) {
  return read(page) === (await settingsPage()) ? [] : [`${page} is stale: run \`node scripts/write-settings.mjs\``]
}
