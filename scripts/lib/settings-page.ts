import { markdownTable } from './markdown-table.ts'

// The paths are variables: with the types of these files the server's whole project would become part of the scripts'
// one.
const settingsFile = '../../server/src/platform/config/settings.ts'
const configFile = '../../server/src/platform/config/config-file.ts'

interface Key {
  allowed: string
  description: string
}

interface Setting extends Key {
  env: string
  default: string
  isSecret: boolean
}

/** Generates the page of all settings for operators from the server's table of settings. */
async function textOf() {
  const { settings }: { settings: Record<string, Setting> } = await import(settingsFile)
  const { configFileKeys }: { configFileKeys: Record<'all' | 'own', Record<string, Key>> } = await import(configFile)
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

Environment variables of the server, read once at the start; files with secrets of mail server and
bucket are [read again](operations/secrets.md). An empty variable counts as not set; a wrong one
stops the start with one sentence that names it and what is allowed. Passwords and secrets never
appear in the log.

${secrets.join('\n')}

${markdownTable(rows)}

## The file of \`CONFIG_FILE\`

JSON, read once at the start. A key that is wrong or not known stops the start with one sentence
that names it. A shop may have each of the first six keys and \`folder\` of its own.

${markdownTable(keys)}
`
}

function keyRowOf(name: string, { allowed, description }: Key) {
  return [`\`${name}\``, allowed, description].map((cell) => cell.replaceAll('|', '\\|'))
}

/** Wraps lines as the formatter does. */
function wrap(text: string) {
  return text.match(/\S.{0,99}(?=\s|$)/g) ?? []
}

function rowOf({ env, default: fallback, allowed, description }: Setting): string[] {
  return [`\`${env}\``, fallback && `\`${fallback}\``, allowed, description].map((cell) => cell.replaceAll('|', '\\|'))
}

export const settingsPage = { path: 'docs/SETTINGS.md', textOf }
