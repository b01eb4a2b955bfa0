const document = 'docs/SETTINGS.md'
const built = '../../server/dist/platform/config/settings.js'

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|')

/** @param {{ env: string, default: string, allowed: string, description: string }} setting */
function row({ env, default: standard, allowed, description }) {
  return [`\`${env}\``, standard === '' ? '' : `\`${cell(standard)}\``, cell(allowed), cell(description)]
}

/**
 * The table of settings says of each what the server says, and nothing else.
 *
 * @param {(path: string) => string} read
 */
export async function checkSettings(read) {
  /** @type {{ settings: Record<string, Parameters<typeof row>[0]> }} */
  const { settings } = await import(built)
  const told = read(document)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .map((text) => text.trim())
        .slice(1, -1)
        .join(' | ')
    )
  const meant = Object.values(settings).map((setting) => row(setting).join(' | '))
  return [
    ...meant.filter((line) => !told.includes(line)).map((line) => `${document} lacks the row: | ${line} |`),
    ...told.filter((line) => !meant.includes(line)).map((line) => `${document} has a row that is not so: | ${line} |`)
  ]
}
